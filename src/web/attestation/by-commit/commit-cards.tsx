import { Link } from '@tanstack/react-router'
import type { MissingEvidence } from '#contract/attestation/explorer.ts'
import { effectiveVerdictOf, recordVerdictText } from '#domain/attestation/record-verdicts.ts'
import { isPlain } from '#domain/verdict/qualified-verdict.ts'
import { RecordMark } from '#web/attestation/record-verdict.tsx'
import { CommitHash } from '#web/domain-ui/fingerprint.tsx'
import { VerdictMark } from '#web/domain-ui/verdict.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { type AgedAttestation, type CommitRow, messageOf } from './commit-rows.ts'

/** The grid on a phone: of each commit its evidence as a list. */
export function CommitCards(props: {
  org: string
  rows: readonly CommitRow[]
  commits: readonly string[]
}) {
  const { org, rows, commits } = props
  return (
    <ul>
      {rows.map((row) => (
        <li key={row.asked} className="border-b border-line px-4 py-2.5 last:border-b-0">
          <p className="flex min-w-0 items-baseline gap-2">
            <CommitHash sha1={'commit' in row ? row.commit : row.asked} />
            <span className="truncate text-table text-muted">{messageOf(row)}</span>
          </p>
          {row.state === 'evidence' ? (
            <Records org={org} attestations={row.attestations} missing={row.missing} />
          ) : (
            <p className="text-table text-muted">
              <CommitRowLabel org={org} row={row} commits={commits} />
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Evidence of a commit; what is plainly compliant is folded. */
function Records(props: {
  org: string
  attestations: readonly AgedAttestation[]
  missing: readonly MissingEvidence[]
}) {
  const remarkable = props.attestations.filter((one) => !isPlainlyCompliant(one))
  const plain = props.attestations.filter(isPlainlyCompliant)
  return (
    <>
      <RecordList org={props.org} attestations={remarkable} />
      <ul className="text-table empty:hidden">
        {props.missing.map((one) => (
          <li key={`${one.trail_name} ${one.target} ${one.attestation_name}`}>
            <Link
              to="/$org/flows/$flow/trails/$trail"
              params={{ org: props.org, flow: one.flow_name, trail: one.trail_name }}
              className="flex min-h-11 items-center gap-2 text-text"
            >
              <VerdictMark verdict="missing" silent />
              <span className="min-w-0 flex-1 wrap-anywhere">
                {one.attestation_name}
                <span className="text-muted"> missing in {one.flow_name}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {plain.length > 0 && (
        <Disclosure label={`${plain.length} compliant`}>
          <RecordList org={props.org} attestations={plain} />
        </Disclosure>
      )}
    </>
  )
}

function isPlainlyCompliant(one: AgedAttestation): boolean {
  const effective = effectiveVerdictOf(one)
  return effective !== null && effective.verdict === 'compliant' && isPlain(effective)
}

const RecordList = ({
  org,
  attestations,
}: {
  org: string
  attestations: readonly AgedAttestation[]
}) => (
  <ul className="text-table empty:hidden">
    {attestations.map((one) => (
      <li key={one.attestation_id}>
        <Link
          to="/$org/flows/$flow/trails/$trail"
          params={{ org, flow: one.flow_name, trail: one.trail_name }}
          search={{ attestation_id: one.attestation_id }}
          className="flex min-h-11 items-center gap-2 text-text"
        >
          <RecordMark attestation={one} />
          <span className="min-w-0 flex-1 wrap-anywhere">
            {one.attestation_name || 'unnamed'}
            <span className="text-muted"> in {one.flow_name}</span>
          </span>
          <span className="sr-only">{recordVerdictText(one)}</span>
          <span className="text-meta text-muted">
            <TimeAgo at={one.created_at} />
          </span>
        </Link>
      </li>
    ))}
  </ul>
)

type Without = Exclude<CommitRow, { state: 'evidence' }>

const sentences: Record<Exclude<Without['state'], 'ambiguous'>, string> = {
  none: 'Known commit, no evidence for it yet.',
  filtered: 'Known commit, but none of its evidence matches.',
  unseen: 'Never seen here: no trail, artifact or attestation has this commit.',
  invalid: 'Not a commit hash: 5 to 40 of the characters 0–9 and a–f.',
  other_length: 'Only commits of 40 characters can be asked for.',
}

/** Why a row has no evidence; where a short hash stands for several, which they are. */
export function CommitRowLabel(props: {
  org: string
  row: Without
  /** All hashes, to put the chosen one in the place of the short one. */
  commits: readonly string[]
}) {
  const { org, row, commits } = props
  if (row.state !== 'ambiguous') return <>{sentences[row.state]}</>
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3">
      {row.matches.length} commits begin so:
      {row.matches.map((match) => (
        <Link
          key={match}
          to="/$org/attestations"
          params={{ org }}
          search={(rest: object) => ({
            ...rest,
            commit_list: commits.map((one) => (one === row.asked ? match : one)),
          })}
          className="font-mono text-code text-accent hover:underline max-md:py-3"
        >
          {match.slice(0, 12)}
        </Link>
      ))}
    </span>
  )
}
