import { type ReactNode, useRef } from 'react'
import type { ArtifactSlot } from '#contract/artifact/artifact.ts'
import { SlotName } from '#web/domain-ui/slot-name.tsx'
import { useEvidenceSummary } from '#web/record/evidence-summary.tsx'
import { useRowKeys } from '#web/table/row-keys.ts'
import { Card } from '#web/ui/card.tsx'
import { TimeStamp } from '#web/ui/time.tsx'
import { describeSlots, verdictOfSlot } from './slots.ts'

const leavesNarrow = 'md:@max-narrow/main:hidden'

/** Everything that counts for an artifact: what is there, what is missing, and how to report it. */
export function EvidenceCard(props: {
  slots: readonly ArtifactSlot[]
  trail: string | null
  selectedId: string | undefined
  /** Offers the call that fills a missing slot, where there is one. */
  renderFill: (slot: ArtifactSlot) => ReactNode
  /** In place of the table, when nothing is expected and nothing there. */
  empty: ReactNode
}) {
  const { slots } = props
  const body = useRef<HTMLTableSectionElement>(null)
  useRowKeys(body)
  return (
    <Card title="Evidence" remark={describeSlots(slots)}>
      {slots.length === 0 ? (
        props.empty
      ) : (
        <table
          className="data-table cards border-t border-line [--row:32px] max-md:border-0"
          role="table"
        >
          <caption className="sr-only">Evidence of this artifact</caption>
          <colgroup>
            <col />
            <col style={{ width: 'max(152px, 28%)' }} />
            <col className={leavesNarrow} style={{ width: 104 }} />
            <col className={leavesNarrow} style={{ width: 136 }} />
            <col className={leavesNarrow} style={{ width: 104 }} />
            <col style={{ width: 124 }} />
          </colgroup>
          <thead role="rowgroup">
            <tr role="row">
              {['Verdict and slot', 'Result'].map((heading) => (
                <th key={heading} scope="col" role="columnheader">
                  {heading}
                </th>
              ))}
              {['Type', 'Target', 'Reported by'].map((heading) => (
                <th key={heading} scope="col" role="columnheader" className={leavesNarrow}>
                  {heading}
                </th>
              ))}
              <th scope="col" role="columnheader" className="text-right">
                Created, UTC
              </th>
            </tr>
          </thead>
          <tbody ref={body} role="rowgroup">
            {slots.map((slot, index) => (
              <SlotRow
                key={`${slot.scope}/${index}/${slot.attestation_name}`}
                slot={slot}
                trail={props.trail}
                isSelected={
                  slot.attestation_id !== null && slot.attestation_id === props.selectedId
                }
                fill={props.renderFill(slot)}
              />
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}

function SlotRow(props: {
  slot: ArtifactSlot
  trail: string | null
  isSelected: boolean
  fill: ReactNode
}) {
  const { slot } = props
  const { attestation_type: type } = slot
  const summary = useEvidenceSummary(slot.attestation_id)?.summary
  const target = slot.scope === 'artifact' ? 'this artifact' : `trail ${props.trail}`
  return (
    <tr role="row" data-selected={props.isSelected || undefined} className="max-md:py-2!">
      <td role="cell" className="max-md:-order-1 max-md:w-full max-md:text-body">
        <SlotName
          verdict={verdictOfSlot(slot)}
          name={slot.attestation_name}
          attestationId={slot.attestation_id}
          isUnexpected={slot.unexpected}
          isOverridden={slot.overridden_attestation_id !== null}
          isSelected={props.isSelected}
        />
      </td>
      <td role="cell" className="text-muted" title={summary ?? undefined}>
        {summary}
      </td>
      <td role="cell" className={`text-muted ${leavesNarrow}`} title={type}>
        {type === '*' ? 'any type' : type}
      </td>
      <td role="cell" className={`text-muted ${leavesNarrow}`} title={target}>
        {target}
      </td>
      <td role="cell" className={`text-muted ${leavesNarrow} max-md:hidden`}>
        {slot.reported_by ?? '–'}
      </td>
      <td role="cell" className="text-right max-md:ml-auto" data-number>
        {slot.created_at === null ? props.fill : <TimeStamp at={slot.created_at} form="moment" />}
      </td>
    </tr>
  )
}
