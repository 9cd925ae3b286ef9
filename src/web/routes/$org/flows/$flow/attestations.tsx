import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { PageActions } from '../../../../action/page-actions.tsx'
import { leftToPage } from '../../../../api/left-to-page.ts'
import { readSearch } from '../../../../api/search-params.ts'
import { AttestationList } from '../../../../attestation/attestation-list.tsx'
import { askedOf, attestationListQuery } from '../../../../attestation/list-query.ts'
import { flowAttestationSearch } from '../../../../attestation/search.ts'
import { useAttestations } from '../../../../attestation/use-attestations.ts'
import { FlowPage } from '../../../../flow/flow-page.tsx'
import { FlowPending } from '../../../../flow/flow-pending.tsx'
import { flowQuery } from '../../../../flow/queries.ts'
import { RowCount } from '../../../../table/paging.tsx'
import { newestTemplateQuery } from '../../../../template/queries.ts'
import { IgnoredNote, StaleNote } from '../../../../ui/note.tsx'
import { PendingList } from '../../../../ui/pending-list.tsx'
import { FirstAttestation } from './-first-attestation.tsx'

const searchOf = (raw: Record<string, unknown>) => readSearch(flowAttestationSearch, raw)

export const Route = createFileRoute('/$org/flows/$flow/attestations')({
  validateSearch: searchOf,
  // Not by `loaderDeps`: another filter is the same page, whose old rows stay until the new come.
  loader: ({ context: { queryClient }, params: { org, flow }, location }) => {
    void queryClient.prefetchQuery(newestTemplateQuery(org, flow))
    const list = attestationListQuery({ org, flow }, searchOf(location.search))
    return Promise.all([
      queryClient.ensureQueryData(flowQuery(org, flow)),
      queryClient.ensureQueryData(list).catch(leftToPage),
    ])
  },
  pendingComponent: AttestationsPending,
  component: AttestationsPage,
  staticData: { crumb: 'Attestations' },
})

function AttestationsPage() {
  const { org, flow } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const list = useAttestations({ org, flow }, search, (next) => void navigate({ search: next }))
  const template = useQuery(newestTemplateQuery(org, flow)).data?.data[0]
  const { pagination, isNarrowed, shown } = list
  return (
    <FlowPage
      org={org}
      flow={flow}
      tab="Attestations"
      facts={<RowCount total={pagination.total} thing="attestation" isNarrowed={isNarrowed} />}
      actions={
        <PageActions
          call={{
            name: 'listAttestations',
            params: { org },
            query: () => askedOf({ org, flow }, shown),
          }}
          flow={flow}
          exports="exportAttestations"
        />
      }
    >
      <IgnoredNote ignored={search.ignored} onClear={() => list.narrow({})} />
      <StaleNote what="Attestations" query={list.query} />
      {pagination.total === 0 && !isNarrowed ? (
        <FirstAttestation org={org} flow={flow} template={template?.document} />
      ) : (
        <AttestationList org={org} flow={flow} list={list} />
      )}
    </FlowPage>
  )
}

function AttestationsPending() {
  return (
    <FlowPending tab="Attestations">
      <PendingList rows={14} />
    </FlowPending>
  )
}
