import { Link } from '@tanstack/react-router'
import type { CommitRow } from './commit-rows.ts'

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
