import { lazy, Suspense } from 'react'
import { PageActions } from '../../action/page-actions.tsx'
import { PageViews } from '../../action/page-views.tsx'
import { narrowingOf } from '../../attestation/commit-queries.ts'
import { ExplorerFrame } from '../../attestation/explorer-frame.tsx'
import type { AttestationSearch } from '../../attestation/search.ts'
import { IgnoredNote } from '../../ui/note.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'

const CommitSearch = lazy(() => import('../../attestation/commit-search.tsx'))

/** Evidence by commit. */
export function CommitPage(props: {
  org: string
  search: AttestationSearch
  goTo: (search: AttestationSearch) => void
}) {
  const { org, search, goTo } = props
  const { ignored, ...rest } = search
  const full = search.commit_list?.filter((one) => /^[0-9a-f]{40}$/.test(one)) ?? []
  return (
    <ExplorerFrame
      org={org}
      isCommits
      facts={<span>All evidence of some commits, whichever flow it came in</span>}
      actions={
        full.length === 0 ? (
          <PageViews page="attestations" />
        ) : (
          <PageActions
            views="attestations"
            call={{
              name: 'listAttestationsForCriteria',
              params: { org },
              query: () => ({ commit_list: full, ...narrowingOf(search) }),
            }}
          />
        )
      }
    >
      <IgnoredNote ignored={ignored} onClear={() => goTo(rest)} />
      <Suspense fallback={<SkeletonRows rows={6} />}>
        <CommitSearch
          org={org}
          search={search}
          onChange={(change) => goTo({ ...rest, by: 'commit', ...change })}
        />
      </Suspense>
    </ExplorerFrame>
  )
}
