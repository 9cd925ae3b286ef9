import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { TableToggle } from '#web/chart/chart-card.tsx'
import { useElementWidth } from '#web/chart/use-element-width.ts'
import { causeLabels } from '#web/domain-ui/cause-labels.ts'
import { SnapshotLink } from '#web/domain-ui/snapshot-link.tsx'
import { Swatch } from '#web/domain-ui/verdict-fill.tsx'
import { verdictOfRunning, VerdictLabel, VerdictMark } from '#web/domain-ui/verdict.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Note } from '#web/ui/note.tsx'
import { durationOf } from '#web/ui/time-text.ts'
import { TimeStamp } from '#web/ui/time.tsx'
import { BandDrawing } from './band-drawing.tsx'
import { type Span, bandDays, bandLabels, spansOf } from './band-spans.ts'
import { verdictRunsQuery } from './queries.ts'

const legend = [
  ['compliant', 'Compliant'],
  ['by-exception', 'By exception'],
  ['non-compliant', 'Non-compliant'],
  ['missing', 'Unknown'],
  ['stale', 'Stale'],
] as const

/** When and why did the verdict of an environment change? Of 90 days, with a mark for each flip. */
export default function BandCard(props: { org: string; env: string }) {
  const { org, env } = props
  const query = useQuery(verdictRunsQuery(org, env, bandDays))
  const [isTable, setTable] = useState(false)
  const [attach, width] = useElementWidth()
  if (!query.data) {
    return query.isError ? (
      <Note
        action={
          <Button size="small" onClick={() => void query.refetch()}>
            Retry
          </Button>
        }
      >
        When the verdict changed could not be loaded.
      </Note>
    ) : (
      <div className="h-[150px] rounded-card border border-line" aria-hidden="true" />
    )
  }
  const { environments, to } = query.data
  const spans = environments[0] ? spansOf(environments[0], to) : []
  if (spans.length === 0) return null
  return (
    <Card
      title="When and why did it change?"
      answer={bandLabels(spans)}
      actions={<TableToggle isTable={isTable} onToggle={setTable} />}
    >
      {isTable ? (
        <BandTable org={org} env={env} spans={spans} />
      ) : (
        <div ref={attach} className="mx-4 mb-3">
          {width > 0 && <BandDrawing org={org} env={env} spans={spans} width={width} />}
          <p className="mt-2 flex flex-wrap gap-x-3 text-meta text-muted">
            {legend.map(([fill, word]) => (
              <span key={fill} className="inline-flex items-center gap-1.5">
                <Swatch verdict={fill} />
                {word}
              </span>
            ))}
          </p>
        </div>
      )}
    </Card>
  )
}

function BandTable(props: { org: string; env: string; spans: readonly Span[] }) {
  const { org, env, spans } = props
  return (
    <div
      role="region"
      aria-label="Verdicts over time"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
      tabIndex={0}
      className="max-h-80 overflow-auto border-t border-line"
    >
      <table className="data-table [--row:28px] max-md:min-w-[560px] [&_th]:top-0!">
        <caption className="sr-only">Verdicts of {env}, newest first</caption>
        <thead>
          <tr>
            {['Since, UTC', 'Verdict', 'For', 'Snapshot', 'Cause'].map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {spans.toReversed().map((span) => (
            <tr key={span.from}>
              <td>
                <TimeStamp at={span.from} form="moment" />
              </td>
              <td>
                {span.isByException ? (
                  <span className="inline-flex items-center gap-1.5">
                    <VerdictMark verdict="compliant" silent isQualified />
                    Compliant by exception
                  </span>
                ) : (
                  <VerdictLabel
                    verdict={verdictOfRunning(span.state)}
                    {...(span.isStale && { isStale: true, word: 'Stale' })}
                  />
                )}
              </td>
              <td>{durationOf(span.to - span.from)}</td>
              <td>
                <SnapshotLink
                  org={org}
                  environment={env}
                  index={span.index}
                  className="text-inherit hover:underline"
                >
                  #{span.index}
                </SnapshotLink>
              </td>
              <td>
                {span.isStale
                  ? 'No report came when one was due'
                  : span.isFlip
                    ? causeLabels(span.cause)
                    : 'As it was before'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
