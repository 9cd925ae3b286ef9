import { createFileRoute } from '@tanstack/react-router'
import { openList } from '#web/api/open-list.ts'
import { readSearch } from '#web/api/search-params.ts'
import { ExplorerFrame } from '#web/attestation/explorer/explorer-frame.tsx'
import { attestationListQuery } from '#web/attestation/queries.ts'
import { type AttestationSearch, explorerSearch, isByCommit } from '#web/attestation/search.ts'
import { PendingList } from '#web/ui/skeleton.tsx'
import { CommitPage } from './-attestations-by-commit.tsx'
import { BrowsePage } from './-browse-attestations.tsx'

const searchOf = (raw: Record<string, unknown>) => readSearch(explorerSearch, raw)

export const Route = createFileRoute('/$org/attestations')({
  validateSearch: searchOf,
  // Not by `loaderDeps`: another filter is the same page, whose old rows stay until the new come.
  loader: (opened) => {
    const { org } = opened.params
    const search = searchOf(opened.location.search)
    if (isByCommit(search)) return undefined
    return openList('attestations', opened, attestationListQuery({ org }, search))
  },
  pendingComponent: AttestationsPending,
  component: AttestationsPage,
  staticData: { crumb: 'Attestations' },
})

function AttestationsPage() {
  const { org } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  if (!isByCommit(search)) return <BrowsePage org={org} search={search} />
  const goTo = (next: AttestationSearch) => void navigate({ search: next })
  return <CommitPage org={org} search={search} goTo={goTo} />
}

function AttestationsPending() {
  const { org } = Route.useParams()
  return (
    <ExplorerFrame org={org} facts={<span>Loading</span>}>
      <PendingList rows={12} />
    </ExplorerFrame>
  )
}
