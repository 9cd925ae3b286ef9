import type { RuleResult, SummaryRow } from '#contract/attestation-type/custom.ts'
import type { Attestation } from '#contract/attestation.ts'
import { JsonTree } from '../ui/json-tree.tsx'
import { Pair, Pairs } from '../ui/pairs.tsx'
import { SafeLink, safeUrl } from '../ui/safe-link.tsx'
import { verdictOf } from '../ui/verdict-mark.tsx'
import { VerdictWord } from '../ui/verdict-word.tsx'
import { groupsOf } from './custom-summary.ts'
import { clipped, counted, rowLimit } from './text.ts'
import { Emphasis, MoreInRaw, Remark, ViewHeading } from './view-parts.tsx'

/** Evidence of a type that the organization made: its summary, and which rules it kept. */
export default function CustomView(props: {
  org: string
  attestation: Extract<Attestation, { attestation_type: `custom:${string}` }>
}) {
  const { type_name, type_version, attestation_data, rule_results, summary } = props.attestation
  const failed = rule_results.filter(({ passed }) => !passed)
  return (
    <div>
      <ViewHeading>
        {type_name}, version {type_version}, {counted(rule_results.length, 'rule')}
        {failed.length > 0 && (
          <>
            , <Emphasis>{failed.length} failed</Emphasis>
          </>
        )}
      </ViewHeading>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <Summary rows={summary} />
        {rule_results.length === 0 ? (
          <Remark>The type has no rules: whatever fits its schema is compliant.</Remark>
        ) : (
          <Rules results={[...failed, ...rule_results.filter(({ passed }) => passed)]} />
        )}
        <JsonTree value={attestation_data} searchable="Search the data" />
      </div>
    </div>
  )
}

function Summary(props: { rows: readonly SummaryRow[] }) {
  const groups = groupsOf(props.rows)
  return (
    <>
      {groups.slice(0, rowLimit).map(({ group, rows }) => (
        <div key={group ?? 'all'}>
          {group !== undefined && (
            <h4 className="mb-1 text-meta text-muted">Element {group + 1}</h4>
          )}
          <Pairs>
            {rows.map((row, index) => (
              <Pair key={index} label={clipped(row.name, 120)}>
                <Value row={row} />
              </Pair>
            ))}
          </Pairs>
        </div>
      ))}
      <MoreInRaw hidden={groups.length - rowLimit} />
    </>
  )
}

function Value(props: { row: SummaryRow }) {
  const { value, error } = props.row
  if (error !== undefined) return <span className="text-muted">no value: {clipped(error)}</span>
  if (value === null || value === '') return <span className="text-muted">none</span>
  if (typeof value === 'string') {
    return safeUrl(value) ? <SafeLink href={value} /> : clipped(value)
  }
  if (typeof value !== 'object') return String(value)
  return <span className="font-mono text-code">{clipped(JSON.stringify(value))}</span>
}

function Rules(props: { results: readonly RuleResult[] }) {
  return (
    <ul aria-label="Rules, failed first" className="grid gap-2">
      {props.results.map(({ rule, passed, reason }, index) => (
        <li key={index} className="text-table">
          <p className="flex flex-wrap items-start gap-x-2">
            <VerdictWord verdict={verdictOf(passed)} word={passed ? 'Holds' : 'Does not hold'} />
            <code className="min-w-0 font-mono text-code wrap-anywhere">{clipped(rule)}</code>
          </p>
          {reason && <p className="pl-5 wrap-anywhere text-muted">{reason}</p>}
        </li>
      ))}
    </ul>
  )
}
