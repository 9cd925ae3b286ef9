import { useState } from 'react'
import type { EnvironmentOfArtifact } from '#contract/artifact/environments-of-artifact.ts'
import { TableToggle } from '../chart/table-toggle.tsx'
import { useElementWidth } from '../chart/element-width.ts'
import { Swatch } from '../chart/verdict-fill.tsx'
import { Card } from '../ui/card.tsx'
import { stampOf } from '../ui/time-text.ts'
import { PeriodsDrawing } from './periods-drawing.tsx'
import { PeriodsTable } from './periods-table.tsx'

const legend = [
  ['compliant', 'compliant'],
  ['non-compliant', 'non-compliant'],
  ['missing', 'unknown'],
] as const

/** When an artifact ran in each environment: where, when, allowed? */
export function PeriodsCard(props: {
  org: string
  environments: readonly EnvironmentOfArtifact[]
}) {
  const { org, environments } = props
  const [isTable, setTable] = useState(false)
  const [attach, width] = useElementWidth()
  const [now] = useState(() => Date.now() / 1_000)
  const starts = environments.flatMap(({ periods }) => periods.map((period) => period.started_at))
  if (starts.length === 0) return null
  const from = Math.min(...starts)
  return (
    <Card
      title="Where and when did it run?"
      answer={
        <span className="inline-flex flex-wrap items-center gap-x-3">
          {starts.length} {starts.length === 1 ? 'period' : 'periods'} since {stampOf(from)}
          {legend.map(([fill, word]) => (
            <span key={fill} className="inline-flex items-center gap-1.5">
              <Swatch verdict={fill} />
              {word}
            </span>
          ))}
        </span>
      }
      actions={<TableToggle isTable={isTable} onToggle={setTable} />}
    >
      {isTable ? (
        <PeriodsTable org={org} environments={environments} />
      ) : (
        <div ref={attach} className="mx-4 mb-3">
          {width > 0 && (
            <PeriodsDrawing
              org={org}
              environments={environments}
              from={from}
              to={now}
              width={width}
            />
          )}
        </div>
      )}
    </Card>
  )
}
