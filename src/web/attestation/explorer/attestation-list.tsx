import { type ReactNode, useMemo } from 'react'
import type { Attestation } from '#contract/attestation/attestation.ts'
import { EvidenceSummaries } from '#web/record/evidence-summary.tsx'
import { ListBody } from '#web/list/list-body.tsx'
import { useColumnChoice } from '#web/table/column-choice.ts'
import { DataTable } from '#web/table/data-table.tsx'
import type { RowSelection } from '#web/table/row-selection.ts'
import { attestationColumns } from './columns.tsx'
import type { Attestations } from './use-attestations.ts'

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
          visibility={choice.visibility}
          rows={list.rows}
          rowId={({ attestation_id }) => attestation_id}
          {...(selection && { selection })}
        />
      </EvidenceSummaries>
    </ListBody>
  )
}
