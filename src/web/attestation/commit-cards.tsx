import { Link } from '@tanstack/react-router'
import { CommitHash } from '../ui/hash.tsx'
import { Overridden } from '../ui/overridden.tsx'
import { TimeAgo } from '../ui/time.tsx'
import { VerdictMark, verdictOf, verdicts } from '../ui/verdict-mark.tsx'
import { CommitRowLabel } from './commit-row-words.tsx'
import { type CommitRow, messageOf } from './commit-rows.ts'

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
            <ul className="text-table">
              {row.attestations.map((one) => (
                <li key={one.attestation_id}>
                  <Link
                    to="/$org/flows/$flow/trails/$trail"
                    params={{ org, flow: one.flow_name, trail: one.trail_name }}
                    search={{ attestation_id: one.attestation_id }}
                    className="flex min-h-11 items-center gap-2 text-text"
                  >
                    <VerdictMark verdict={verdictOf(one.is_compliant)} silent />
                    <span className="min-w-0 flex-1 wrap-anywhere">
                      {one.attestation_name || 'unnamed'}
                      <span className="text-muted"> in {one.flow_name}</span>
                    </span>
                    {one.overridden_by && <Overridden reported={one.reported_is_compliant} />}
                    <span className="sr-only">{verdicts[verdictOf(one.is_compliant)].label}</span>
                    <span className="text-meta text-muted">
                      <TimeAgo at={one.created_at} />
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
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
