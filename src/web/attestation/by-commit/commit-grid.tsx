import { useRouter } from '@tanstack/react-router'
import type { Attestation } from '#contract/attestation/attestation.ts'
import type { MissingEvidence } from '#contract/attestation/explorer.ts'
import { effectiveVerdictOf, recordVerdictText } from '#domain/attestation/record-verdicts.ts'
import { ageText } from '#domain/verdict/evidence-age.ts'
import { isPlain, qualifierText } from '#domain/verdict/qualified-verdict.ts'
import { RecordMark } from '#web/attestation/record-verdict.tsx'
import { CommitHash } from '#web/domain-ui/fingerprint.tsx'
import { VerdictMark } from '#web/domain-ui/verdict.tsx'
import { useEvidenceSummary } from '#web/record/evidence-summary.tsx'
import { cellAttribute, useGridKeys, useOpenInside } from '#web/table/grid-keys.ts'
import { ScrollEdge } from '#web/ui/scroll-edge.tsx'
import { DayStamp } from '#web/ui/time.tsx'
import { CommitRowLabel } from './commit-cards.tsx'
import { type AgedAttestation, type CommitRow, messageOf, newestOfFlows } from './commit-rows.ts'

/** More marks than these in one cell are counted only. */
const maxMarks = 4

const headClass =
  'sticky top-0 z-2 min-w-28 border-b border-line bg-bg px-2 py-2 text-left align-bottom text-meta font-medium wrap-anywhere text-muted'
const cellClass = 'h-13 border-b border-line group-hover:bg-surface'

/** Commits × attestation names: each mark opens its evidence; arrows go around. */
export function CommitGrid(props: {
  org: string
  rows: readonly CommitRow[]
  /** Columns, in their order. */
  names: readonly string[]
  commits: readonly string[]
}) {
  const { org, rows, names } = props
  const grid = useGridKeys({ row: rows.length - 1, column: Math.max(1, names.length) })
  const open = useOpenInside()
  const hrefOf = useHrefs(org)
  return (
    <ScrollEdge className="max-h-[max(26.25rem,calc(100dvh-13.75rem))] rounded-t-card">
      <table
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the grid pattern
        role="grid"
        aria-label="Evidence by commit and name"
        onClick={open}
        onKeyDown={grid.onKeyDown}
        onFocus={grid.onFocus}
        className="w-full border-separate border-spacing-0 text-table"
      >
        <thead>
          <tr>
            <th scope="col" className={`${headClass} left-0 z-3! w-66 min-w-66 px-4!`}>
              Commit
            </th>
            {names.map((name) => (
              <th key={name} scope="col" className={headClass}>
                {name || 'unnamed'}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const stop = grid.stopIn(index)
            const cellProps = (column: number) => ({
              tabIndex: stop === column ? 0 : -1,
              [cellAttribute]: `${index}/${column}`,
            })
            return (
              <tr key={row.asked} className="group">
                <th
                  scope="row"
                  className={`${cellClass} sticky left-0 z-1 bg-bg px-4 text-left font-normal whitespace-nowrap`}
                >
                  <CommitHead row={row} cellProps={cellProps(0)} href={hrefOf.commit} />
                </th>
                {row.state === 'evidence' ? (
                  names.map((name, at) => (
                    <Cell
                      key={name}
                      commit={row.commit}
                      found={row.attestations.filter((one) => one.attestation_name === name)}
                      missing={row.missing.filter((one) => one.attestation_name === name)}
                      name={name}
                      cellProps={cellProps(at + 1)}
                      hrefOf={hrefOf}
                    />
                  ))
                ) : (
                  <td
                    colSpan={Math.max(1, names.length)}
                    className={`${cellClass} px-2 text-muted`}
                  >
                    <span {...cellProps(1)}>
                      <CommitRowLabel org={org} row={row} commits={props.commits} />
                    </span>
                  </td>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </ScrollEdge>
  )
}

/** Addresses of evidence, of the trail that lacks it, and of all evidence of a commit. */
function useHrefs(org: string) {
  const router = useRouter()
  return {
    evidence: ({ flow_name, trail_name, attestation_id }: Attestation) =>
      router.buildLocation({
        to: '/$org/flows/$flow/trails/$trail',
        params: { org, flow: flow_name, trail: trail_name },
        search: { attestation_id },
      }).href,
    trail: ({ flow_name, trail_name }: MissingEvidence) =>
      router.buildLocation({
        to: '/$org/flows/$flow/trails/$trail',
        params: { org, flow: flow_name, trail: trail_name },
      }).href,
    commit: (commit: string, name?: string) =>
      router.buildLocation({
        to: '/$org/attestations',
        params: { org },
        search: { commit_list: [commit], ...(name && { attestation_name: [name] }) },
      }).href,
  }
}
type Hrefs = ReturnType<typeof useHrefs>

function CommitHead(props: { row: CommitRow; cellProps: object; href: Hrefs['commit'] }) {
  const { row, cellProps } = props
  if (!('commit' in row)) {
    return (
      <span {...cellProps} className="font-mono text-code" title={row.asked}>
        {row.asked.slice(0, 12)}
      </span>
    )
  }
  const message = messageOf(row)
  return (
    <>
      <a
        {...cellProps}
        href={props.href(row.commit)}
        title={message}
        className="block max-w-58 truncate text-text hover:underline"
      >
        <CommitHash sha1={row.commit} />
        {message && <span className="ml-2">{message}</span>}
      </a>
      {row.state === 'evidence' && (
        <span className="block max-w-58 truncate text-meta text-muted">{trailsOf(row)}</span>
      )}
    </>
  )
}

/** The trail that has or lacks the evidence of a commit, and how many others there are. */
function trailsOf({ attestations, missing }: Extract<CommitRow, { state: 'evidence' }>): string {
  const [first, ...others] = new Set(
    [...attestations, ...missing].map(({ flow_name, trail_name }) =>
      trail_name.startsWith(flow_name) ? trail_name : `${flow_name} ${trail_name}`,
    ),
  )
  return `${first}${others.length > 0 ? ` and ${others.length} more` : ''}`
}

/** Marks of a cell: of each flow the newest; what came before is counted, and lies behind it. */
function Cell(props: {
  commit: string
  name: string
  found: readonly AgedAttestation[]
  missing: readonly MissingEvidence[]
  cellProps: { tabIndex: number }
  hrefOf: Hrefs
}) {
  const { commit, name, found, missing, cellProps, hrefOf } = props
  const short = commit.slice(0, 7)
  const shown = newestOfFlows(found).slice(0, maxMarks)
  const rest = found.length - shown.length
  return (
    <td className={`${cellClass} px-1`}>
      <span className="flex items-center">
        {shown.length + missing.length === 0 && (
          <span
            {...cellProps}
            aria-label={`${short}, ${name}, not expected`}
            className="px-2 text-muted"
          >
            –
          </span>
        )}
        {shown.map((one, index) => {
          const label = `${short}, ${name}, ${recordVerdictText(one)}, in ${one.flow_name}`
          return (
            <a
              key={one.attestation_id}
              {...(index === 0 ? cellProps : { tabIndex: cellProps.tabIndex })}
              href={hrefOf.evidence(one)}
              title={label}
              className="relative flex min-h-8 min-w-7 items-center px-1 hover:bg-hover focus-visible:-outline-offset-2"
            >
              <span className="sr-only">{label}</span>
              {shown.length === 1 ? (
                <Finding attestation={one} />
              ) : (
                <span aria-hidden="true">
                  <RecordMark attestation={one} />
                </span>
              )}
            </a>
          )
        })}
        {missing.slice(0, maxMarks).map((one, index) => (
          <a
            key={`${one.trail_name} ${one.target}`}
            {...(index === 0 && shown.length === 0 ? cellProps : { tabIndex: cellProps.tabIndex })}
            href={hrefOf.trail(one)}
            title={`${short}, ${name}, missing in ${one.flow_name} ${one.trail_name}`}
            className="flex min-h-8 items-center gap-1.5 px-1 text-meta hover:bg-hover focus-visible:-outline-offset-2"
          >
            <VerdictMark verdict="missing" silent />
            missing
          </a>
        ))}
        {rest > 0 && (
          <a
            href={hrefOf.commit(commit, name)}
            tabIndex={cellProps.tabIndex}
            aria-label={`+${rest}: all ${found.length} of ${name} for ${short}`}
            className="px-1 text-meta text-muted hover:underline"
          >
            +{rest}
          </a>
        )}
      </span>
    </td>
  )
}

/** The first part of a finding: the number of a request, the key of a ticket, the count of tests. */
const briefly = (found: string) => found.replace(/, .*$/, '').replace(/^quality gate | passed$/, '')

/** Finding of the only evidence of a cell, and below it what counts in its place. */
function Finding({ attestation }: { attestation: AgedAttestation }) {
  const found = useEvidenceSummary(attestation.attestation_id)?.summary
  const effective = effectiveVerdictOf(attestation)
  if (effective === null) return null
  const isCarried = !isPlain(effective)
  const end = attestation.override?.expires_at ?? null
  const { expired } = attestation
  return (
    <span className="grid grid-cols-[.875rem_minmax(0,1fr)] items-center gap-x-1.5">
      <VerdictMark verdict={effective.verdict} silent isQualified={isCarried} />
      <span
        className={`text-meta ${effective.verdict === 'compliant' ? 'line-clamp-2' : 'line-clamp-3'}`}
        title={found ?? undefined}
      >
        {found && <span className="sr-only">: </span>}
        {found && (effective.verdict === 'compliant' ? briefly(found) : found)}
      </span>
      {isCarried && (
        <span
          aria-hidden={end === null}
          title={expired && ageText(expired)}
          className="col-start-2 text-mini text-muted"
        >
          {qualifierText(effective)}
          {end !== null && (
            <>
              , ends <DayStamp at={end} />
            </>
          )}
        </span>
      )}
    </span>
  )
}
