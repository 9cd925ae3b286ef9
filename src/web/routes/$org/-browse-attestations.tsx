import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { maxOverridden } from '#contract/override/bulk-override.ts'
import { PageActions } from '#web/action/page-actions.tsx'
import { useRefusal } from '#web/api/permission.ts'
import { AttestationList } from '#web/attestation/attestation-list.tsx'
import { ExplorerFrame } from '#web/attestation/explorer-frame.tsx'
import { FirstEvidence } from '#web/attestation/first-evidence.tsx'
import { attestationQueryOf, attestationListQuery } from '#web/attestation/list-query.ts'
import type { AttestationSearch } from '#web/attestation/search.ts'
import { useAttestations } from '#web/attestation/use-attestations.ts'
import { useRowSelection } from '#web/attestation/use-chosen.ts'
import { bulkRefusal } from '#web/override/choosable.ts'
import { countLabels } from '#web/table/paging.tsx'
import { IgnoredNote, StaleNote } from '#web/ui/note.tsx'

const BulkBar = lazy(() => import('#web/override/bulk-bar.tsx'))
const Charts = lazy(() => import('#web/attestation/charts.tsx'))

/** All attestations, newest first. */
export function BrowsePage(props: {
  org: string
  search: AttestationSearch
  goTo: (search: AttestationSearch) => void
}) {
  const { org, search, goTo } = props
  const list = useAttestations({ org }, search, goTo)
  const { pagination, isNarrowed, shown } = list
  const refusal = useRefusal('member')
  const { page: _, per_page: __, ...narrowed } = shown
  const chosen = useRowSelection(list.held.rows, JSON.stringify([org, narrowed]))
  const queryClient = useQueryClient()
  const readMatching = async () => {
    const query = attestationListQuery({ org }, { ...narrowed, per_page: maxOverridden })
    return (await queryClient.fetchQuery(query)).data
  }
  return (
    <ExplorerFrame
      org={org}
      facts={
        <span>
          <span className="font-medium text-text">{pagination.total.toLocaleString('en')}</span>
          {countLabels(pagination.total, 'attestation', isNarrowed)}
        </span>
      }
      actions={
        <PageActions
          views="attestations"
          call={{
            name: 'listAttestations',
            params: { org },
            query: () => attestationQueryOf({ org }, shown),
          }}
          exports="exportAllAttestations"
        />
      }
    >
      <IgnoredNote ignored={search.ignored} onClear={() => list.narrow({})} />
      <StaleNote what="Attestations" query={list.query} />
      {pagination.total === 0 && !isNarrowed ? (
        <FirstEvidence org={org} />
      ) : (
        <AttestationList
          org={org}
          list={list}
          selection={{
            ids: chosen.ids,
            onChange: chosen.chooseIds,
            nameOf: ({ attestation_name, trail_name }) => `${attestation_name} of ${trail_name}`,
            refusalOf: bulkRefusal,
          }}
        >
          <Suspense fallback={<div className="mb-4 h-[210px] max-lg:h-[436px]" />}>
            <Charts place={{ org }} search={shown} />
          </Suspense>
        </AttestationList>
      )}
      <Suspense>
        {chosen.isBegun && (
          <BulkBar
            org={org}
            rows={chosen.rows}
            matching={{ total: pagination.total, read: readMatching }}
            refusal={refusal}
            onSelect={chosen.choose}
          />
        )}
      </Suspense>
    </ExplorerFrame>
  )
}
