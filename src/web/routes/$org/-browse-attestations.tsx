import { useQueryClient } from '@tanstack/react-query'
import {
  type Attestation,
  listAttestations,
  exportAllAttestations,
} from '#contract/attestation/attestation.ts'
import { maxOverridden } from '#contract/override/bulk-override.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { useRefusal } from '#web/api/permission.ts'
import { AttestationList, useAttestations } from '#web/attestation/explorer/attestation-list.tsx'
import { ExplorerFrame } from '#web/attestation/explorer/explorer-frame.tsx'
import { attestationListQuery, attestationQueryOf } from '#web/attestation/queries.ts'
import type { AttestationSearch } from '#web/attestation/search.ts'
import { bulkRefusal } from '#web/override/bulk/choosable.ts'
import { PageActions } from '#web/shell/page-actions.tsx'
import { countText } from '#web/table/paging.tsx'
import { selectionParts, useRowSelection } from '#web/table/selection-column.tsx'
import { ReservedSpace } from '#web/ui/reserved-space.tsx'
import { PendingCard } from '#web/ui/skeleton.tsx'

const BulkBar = lazyPart(() => import('#web/override/bulk/bulk-bar.tsx'))
const FirstEvidence = lazyPart(() => import('#web/attestation/explorer/first-evidence.tsx'))
const Charts = lazyPart(
  () => import('#web/attestation/explorer/charts.tsx'),
  <PendingCard shape="chart" />,
)

const idOf = ({ attestation_id }: Attestation) => attestation_id

/** All attestations, newest first. */
export function BrowsePage(props: { org: string; search: AttestationSearch }) {
  const { org } = props
  const list = useAttestations({ org }, props.search)
  const { pagination, isNarrowed, shown } = list
  const refusal = useRefusal('member')
  const { page: _, per_page: __, ...narrowed } = shown
  const chosen = useRowSelection(list.rows, idOf, JSON.stringify([org, narrowed]))
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
          {countText(pagination.total, 'attestation', isNarrowed)}
        </span>
      }
      actions={
        <PageActions
          views="attestations"
          call={{
            endpoint: listAttestations,
            params: { org },
            query: () => attestationQueryOf({ org }, shown),
          }}
          exports={exportAllAttestations}
        />
      }
    >
      <AttestationList
        org={org}
        list={list}
        first={<FirstEvidence org={org} />}
        selection={{
          parts: selectionParts,
          chosen: chosen.ids,
          onChange: chosen.chooseIds,
          nameOf: ({ attestation_name, trail_name }) => `${attestation_name} of ${trail_name}`,
          refusalOf: bulkRefusal,
        }}
        summary={
          <ReservedSpace heights={{ wide: 266, middle: 476, phone: 676 }}>
            <Charts scope={{ org }} search={shown} />
          </ReservedSpace>
        }
      />
      {chosen.isBegun && (
        <BulkBar
          org={org}
          rows={chosen.rows}
          matching={{ total: pagination.total, read: readMatching }}
          refusal={refusal}
          onSelect={chosen.choose}
        />
      )}
    </ExplorerFrame>
  )
}
