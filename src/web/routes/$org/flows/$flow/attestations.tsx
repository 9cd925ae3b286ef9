import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { listAttestations, exportAttestations } from '#contract/attestation/attestation.ts'
import { ignoreTemporaryError } from '#web/api/api-error.ts'
import { readSearch } from '#web/api/search-params.ts'
import { AttestationList, useAttestations } from '#web/attestation/explorer/attestation-list.tsx'
import { attestationListQuery, attestationQueryOf } from '#web/attestation/queries.ts'
import { flowAttestationSearch } from '#web/attestation/search.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { FlowPage, FlowPending } from '#web/flow/flow-page.tsx'
import { flowQuery } from '#web/flow/queries.ts'
import { PageActions } from '#web/shell/page-actions.tsx'
import { RowCount } from '#web/table/paging.tsx'
import { newestTemplateQuery } from '#web/template/queries.ts'
import { PendingList } from '#web/ui/skeleton.tsx'

const FirstAttestation = lazyPart(() => import('./-first-attestation.tsx'))

const searchOf = (raw: Record<string, unknown>) => readSearch(flowAttestationSearch, raw)

export const Route = createFileRoute('/$org/flows/$flow/attestations')({
  validateSearch: searchOf,
  // Not by `loaderDeps`: another filter is the same page, whose old rows stay until the new come.
  loader: ({ context: { queryClient }, params: { org, flow }, location }) => {
    void queryClient.prefetchQuery(newestTemplateQuery(org, flow))
    const list = attestationListQuery({ org, flow }, searchOf(location.search))
    return Promise.all([
      queryClient.ensureQueryData(flowQuery(org, flow)),
      queryClient.ensureQueryData(list).catch(ignoreTemporaryError),
    ])
  },
  pendingComponent: AttestationsPending,
  component: AttestationsPage,
  staticData: { crumb: 'Attestations' },
})

function AttestationsPage() {
  const { org, flow } = Route.useParams()
  const list = useAttestations({ org, flow }, Route.useSearch())
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
            endpoint: listAttestations,
            params: { org },
            query: () => attestationQueryOf({ org, flow }, shown),
          }}
          scope={{ flow_name: flow }}
          exports={exportAttestations}
        />
      }
    >
      <AttestationList
        org={org}
        flow={flow}
        list={list}
        first={<FirstAttestation org={org} flow={flow} template={template?.document} />}
      />
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
