import { useQuery } from '@tanstack/react-query'
import {
  listAttestationsForCriteria,
  exportAllAttestations,
} from '#contract/attestation/attestation.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import {
  commitsToAsk,
  givenCommits,
  isCommitHash,
  maxCommits,
} from '#web/attestation/by-commit/commit-rows.ts'
import { ExplorerFrame } from '#web/attestation/explorer/explorer-frame.tsx'
import { commitsQuery, narrowingOf } from '#web/attestation/queries.ts'
import type { AttestationSearch } from '#web/attestation/search.ts'
import { PageActions, PageViews } from '#web/shell/page-actions.tsx'
import { IgnoredNote } from '#web/ui/note.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

const RecentCommits = lazyPart(() => import('./-recent-commits.tsx'))
const CommitSearch = lazyPart(
  () => import('#web/attestation/by-commit/commit-search.tsx'),
  <SkeletonRows rows={6} />,
)

/** Evidence by commit. */
export function CommitPage(props: {
  org: string
  search: AttestationSearch
  goTo: (search: AttestationSearch) => void
}) {
  const { org, search, goTo } = props
  const { ignored, ...rest } = search
  const entered = givenCommits(search.commit_list).slice(0, maxCommits).filter(isCommitHash)
  const resolved = useQuery({ ...commitsQuery(org, entered), enabled: entered.length > 0 })
  // Commits in the grid: short hashes stand for full ones.
  const full = commitsToAsk(resolved.data?.commits ?? [])
  return (
    <ExplorerFrame
      org={org}
      isCommits
      facts={<span>All evidence for these commits, across flows</span>}
      actions={
        full.length === 0 ? (
          <PageViews page="attestations" />
        ) : (
          <PageActions
            views="attestations"
            call={{
              endpoint: listAttestationsForCriteria,
              params: { org },
              query: () => ({ commit_list: full, ...narrowingOf(search) }),
            }}
            exports={exportAllAttestations}
          />
        )
      }
    >
      <IgnoredNote ignored={ignored} onClear={() => goTo(rest)} />
      <CommitSearch
        org={org}
        search={search}
        onChange={(change) => goTo({ ...rest, by: 'commit', ...change })}
        renderRecent={(isTicked, onToggle) => (
          <RecentCommits org={org} isTicked={isTicked} onToggle={onToggle} />
        )}
      />
    </ExplorerFrame>
  )
}
