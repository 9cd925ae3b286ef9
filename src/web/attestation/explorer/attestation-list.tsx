import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { Attestation } from '#contract/attestation/attestation.ts'
import {
  attestationFacetsQuery,
  attestationListQuery,
  type AttestationScope,
} from '#web/attestation/queries.ts'
import type { AttestationSearch } from '#web/attestation/search.ts'
import { ListBody } from '#web/list/list-body.tsx'
import { useListPage } from '#web/list/use-list-page.ts'
import { EvidenceSummaries } from '#web/record/evidence-summary.tsx'
import { useColumnChoice } from '#web/table/column-choice.tsx'
import { DataTable } from '#web/table/data-table.tsx'
import type { RowSelection } from '#web/table/column-definitions.ts'
import { attestationColumns } from './columns.tsx'
import { attestationFiltersOf } from './filters.tsx'

/** Attestations of a flow or of all: filters, then one page of them. */
export function AttestationList(props: {
  org: string
  flow?: string
  list: Attestations
  selection?: RowSelection<Attestation>
  /** In place of an empty list that nothing narrows. */
  first: ReactNode
  /** Between the filters and the table. */
  summary?: ReactNode
}) {
  const { org, flow, list, selection } = props
  const columns = useMemo(() => attestationColumns(org, flow === undefined), [org, flow])
  const choice = useColumnChoice(columns)
  return (
    <ListBody
      columns={choice}
      list={list}
      title="Attestations"
      what="attestation"
      order="newest first"
      defaultSize={20}
      first={props.first}
      summary={props.summary}
    >
      <EvidenceSummaries org={org} ids={list.rows.map((one) => one.attestation_id)}>
        <DataTable
          caption={`Attestations of ${flow ?? org}`}
          columns={columns}
          choice={choice}
          {...list.table}
          {...(selection && { selection })}
        />
      </EvidenceSummaries>
    </ListBody>
  )
}

/** A list of attestations as its page shows it; its filters say how many rows each would leave. */
export function useAttestations(scope: AttestationScope, search: AttestationSearch) {
  const facets = useQuery({
    ...attestationFacetsQuery(scope, search),
    placeholderData: (before) => before,
  }).data
  return useListPage({
    search,
    queryOf: (listSearch) => attestationListQuery(scope, listSearch),
    rowId: ({ attestation_id }) => attestation_id,
    filtersOf: (listSearch, narrow) => attestationFiltersOf(scope, listSearch, facets, narrow),
  })
}
type Attestations = ReturnType<typeof useAttestations>
