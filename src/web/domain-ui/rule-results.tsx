import type { RuleResult, SummaryRow } from '#contract/attestation/types/custom.ts'
import { DescriptionItem, DescriptionList } from '#web/ui/description-list.tsx'
import { SafeLink, safeUrl } from '#web/ui/safe-link.tsx'
import { verdictOf, VerdictLabel } from './verdict.tsx'

const maxGroups = 100
const maxTextLength = 400

const clipped = (text: string) =>
  text.length > maxTextLength ? `${text.slice(0, maxTextLength).trimEnd()}…` : text

/** Which rules of a custom type evidence keeps, in plain words: those that it does not keep first. */
export function RuleResults(props: { results: readonly RuleResult[] }) {
  const failed = props.results.filter(({ passed }) => !passed)
  const passing = props.results.filter(({ passed }) => passed)
  return (
    <ul aria-label="Rules, failed first" className="grid gap-2">
      {[...failed, ...passing].map(({ rule, passed, reason }, index) => (
        <li key={index} className="grid gap-0.5 text-table">
          <span className="flex flex-wrap items-start gap-x-2">
            <VerdictLabel verdict={verdictOf(passed)} label={passed ? 'Passes' : 'Fails'} />
            <code className="min-w-0 font-mono text-code wrap-anywhere">{clipped(rule)}</code>
          </span>
          {reason && <span className="pl-5.5 wrap-anywhere text-muted">{reason}</span>}
        </li>
      ))}
    </ul>
  )
}

/** Summary of evidence of a custom type: labelled rows, for each element if there are several. */
export function SummaryRows(props: { rows: readonly SummaryRow[] }) {
  const groups = groupsOf(props.rows)
  const hidden = groups.length - maxGroups
  return (
    <>
      {groups.slice(0, maxGroups).map(({ group, rows }) => (
        <div key={group ?? 'all'}>
          {group !== undefined && (
            <h4 className="mb-1 text-meta text-muted">Element {group + 1}</h4>
          )}
          <DescriptionList>
            {rows.map((row, index) => (
              <DescriptionItem key={index} label={clipped(row.name)}>
                <Value row={row} />
              </DescriptionItem>
            ))}
          </DescriptionList>
        </div>
      ))}
      {hidden > 0 && <p className="text-meta text-muted">{hidden} more in the data</p>}
    </>
  )
}

function Value(props: { row: SummaryRow }) {
  const { value, error } = props.row
  if (error !== undefined) return <span className="text-muted">no value: {clipped(error)}</span>
  if (value === null || value === undefined || value === '') {
    return <span className="text-muted">none</span>
  }
  if (typeof value === 'string') {
    // In an element: only texts in elements have their signs written out.
    return safeUrl(value) ? <SafeLink href={value} /> : <>{clipped(value)}</>
  }
  if (typeof value !== 'object') return String(value)
  return <span className="font-mono text-code">{clipped(JSON.stringify(value))}</span>
}

/** Rows of a summary that are about the same element; of data that is no list, all of them. */
interface SummaryGroup {
  /** Position of the element, from 0. */
  group: number | undefined
  rows: SummaryRow[]
}

/** The rows of a summary by the element that they are about, in their order. */
export function groupsOf(rows: readonly SummaryRow[]): SummaryGroup[] {
  const groups: SummaryGroup[] = []
  for (const row of rows) {
    const last = groups.at(-1)
    if (last && last.group === row.group) last.rows.push(row)
    else groups.push({ group: row.group, rows: [row] })
  }
  return groups
}
