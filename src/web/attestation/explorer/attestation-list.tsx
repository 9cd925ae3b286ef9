import { type ReactNode, useMemo } from 'react'
import type { Attestation } from '#contract/attestation/attestation.ts'
import { DataTable } from '#web/table/data-table.tsx'
import { FilterBar } from '#web/table/filter-bar.tsx'
import { ListFrame } from '#web/table/filtered-list.tsx'
import { ShowNewRowsButton } from '#web/table/frozen-rows.tsx'
import type { RowSelection } from '#web/table/selection.tsx'
import { attestationColumns } from './columns.tsx'
import type { Attestations } from './use-attestations.ts'

/** Attestations of a flow or of all: filters, then one page of them. */
export function AttestationList(props: {
  org: string
  flow?: string
  list: Attestations
  selection?: RowSelection<Attestation>
  /** Between the filters and the table. */
  children?: ReactNode
}) {
  const { org, flow, list, selection } = props
  const { held, filters, pagination, narrow } = list
  const columns = useMemo(() => attestationColumns(org, flow === undefined), [org, flow])
  return (
    <>
      <FilterBar filters={filters} onClear={list.clear}>
        <ShowNewRowsButton waiting={held.waiting} onRelease={held.release} />
      </FilterBar>
      {props.children}
      <ListFrame
        what="attestation"
        order="newest first"
        rowCount={held.rows.length}
        pagination={pagination}
        filters={filters}
        isBusy={list.isBusy}
        defaultSize={20}
        onClear={list.clear}
        onSize={(per_page) => narrow({ per_page })}
      >
        <DataTable
          caption={`Attestations of ${flow ?? org}`}
          columns={columns}
          rows={held.rows}
          rowId={({ attestation_id }) => attestation_id}
          {...(selection && { selection })}
        />
      </ListFrame>
    </>
  )
}
