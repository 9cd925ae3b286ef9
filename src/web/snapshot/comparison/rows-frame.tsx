import { useMemo } from 'react'
import type { ComparisonRow, SnapshotComparison } from '#contract/snapshot/comparison.ts'
import { registryText, registryOf } from '#web/domain-ui/registry.ts'
import type { Filter } from '#web/table/filter.ts'
import { LongTable } from '#web/table/long-table.tsx'
import { NoRowMatches } from '#web/table/no-match.tsx'
import { Button } from '#web/ui/button.tsx'
import { Frame } from '#web/ui/card.tsx'
import { NoMatch } from '#web/ui/empty.tsx'
import { comparisonColumns } from './columns.tsx'
import { changeLabels, changeNames, isSame, sideLabel } from './labels.ts'

const idOf = ({ before, after }: ComparisonRow) =>
  JSON.stringify(
    [before, after].map((side) => side && [side.name, side.fingerprint, side.environment_name]),
  )

/** Whether an artifact on both sides has another verdict on each. */
export const isFlip = ({ before, after }: ComparisonRow) =>
  before !== null && after !== null && before.compliant !== after.compliant

/** Rows under what became of them: other verdicts, then what was added, removed and replaced. */
function groupsOf(rows: readonly ComparisonRow[]) {
  const others = rows.filter((row) => !isFlip(row))
  return [
    { label: 'Other verdict', rows: rows.filter(isFlip) },
    ...changeNames.map((change) => ({
      label: changeLabels[change],
      rows: others.filter((row) => row.change === change),
    })),
  ]
}

/** The rows of a comparison, or why there are none. */
export function RowsFrame(props: {
  org: string
  comparison: SnapshotComparison
  rows: readonly ComparisonRow[]
  filters: readonly Filter[]
  isBusy: boolean
  showsUnchanged: boolean
  onClear: () => void
  onUnchanged: () => void
}) {
  const { org, comparison, rows } = props
  const { base, head, counts } = comparison
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const registry = registryOf(
    rows.flatMap(({ before, after }) => [before, after]).map((side) => side?.name ?? ''),
  )
  const columns = useMemo(() => comparisonColumns(org, registry), [org, registry])
  const groups = useMemo(() => groupsOf(rows), [rows])
  if (rows.length === 0 && isSame(comparison) && !props.showsUnchanged) {
    return (
      <Frame isBusy={props.isBusy}>
        <NoMatch
          sentence={`No differences between ${sideLabel(base)} and ${sideLabel(head)}: ${counts.unchanged} running on both sides.`}
        >
          {counts.unchanged > 0 && (
            <Button onClick={props.onUnchanged}>Show {counts.unchanged} unchanged</Button>
          )}
        </NoMatch>
      </Frame>
    )
  }
  if (rows.length === 0) {
    return (
      <Frame isBusy={props.isBusy}>
        <NoRowMatches what="artifact" filters={props.filters} onClear={props.onClear} />
      </Frame>
    )
  }
  return (
    <Frame isBusy={props.isBusy}>
      <LongTable
        caption={`From ${sideLabel(base)} to ${sideLabel(head)}`}
        columns={columns}
        groups={groups}
        rowId={idOf}
      />
      <p className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-2 text-meta text-muted">
        <span className="flex-1">
          <span className="font-medium text-text">{rows.length}</span> of {total} artifacts shown;{' '}
          {base.running_count} ran before, {head.running_count} after
          {registryText(registry)}
        </span>
        {counts.unchanged > 0 && (
          <Button size="small" onClick={props.onUnchanged}>
            {props.showsUnchanged ? 'Hide' : 'Show'} {counts.unchanged} unchanged
          </Button>
        )}
      </p>
    </Frame>
  )
}
