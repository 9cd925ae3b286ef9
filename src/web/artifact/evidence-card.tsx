import { type ReactNode, Fragment } from 'react'
import type { ArtifactSlot } from '#contract/artifact/artifact.ts'
import { KindLabel } from '#web/domain-ui/kind-label.tsx'
import { SlotCells, SlotTable } from '#web/domain-ui/slot-table.tsx'
import { useEvidenceSummary } from '#web/record/evidence-summary.tsx'
import { Card } from '#web/ui/card.tsx'
import { TimeStamp } from '#web/ui/time.tsx'
import { describeSlots, verdictOfSlot } from './slots.ts'

const hiddenWhereNarrow = 'md:@max-[50rem]/main:hidden'

const columnClasses = {
  type: hiddenWhereNarrow,
  reporter: hiddenWhereNarrow,
  last: 'md:@max-[50rem]/main:pr-4',
}

/** Everything that counts for an artifact: what is there, what is missing, and how to report it. */
export function EvidenceCard(props: {
  /** Those of the artifact, then those of its trail. */
  slots: readonly ArtifactSlot[]
  trail: string | null
  selectedId: string | undefined
  /** Beside the heading: to all attestations of the artifact. */
  link: ReactNode
  /** Offers the call that fills a missing slot, where there is one. */
  renderFill: (slot: ArtifactSlot) => ReactNode
  /** In place of the table, when nothing is expected and nothing there. */
  empty: ReactNode
}) {
  const { slots } = props
  return (
    <Card
      title="What proves it?"
      remark={describeSlots(slots)}
      actions={<span className="pr-2 text-meta text-muted">{props.link}</span>}
    >
      {slots.length === 0 ? (
        props.empty
      ) : (
        <SlotTable
          caption="Evidence of this artifact"
          heading="Evidence"
          classes={columnClasses}
          times={slots.flatMap(({ created_at }) => created_at ?? [])}
        >
          {(timeForm) =>
            slots.map((slot, index) => (
              <Fragment key={`${slot.scope}/${index}/${slot.attestation_name}`}>
                {slot.scope === 'trail' && slots[index - 1]?.scope !== 'trail' && (
                  <TrailRow trail={props.trail} />
                )}
                <SlotRow
                  slot={slot}
                  isSelected={
                    slot.attestation_id !== null && slot.attestation_id === props.selectedId
                  }
                  fill={props.renderFill(slot)}
                  timeForm={timeForm}
                />
              </Fragment>
            ))
          }
        </SlotTable>
      )}
    </Card>
  )
}

/** Above the evidence of the whole trail, which counts for each artifact of it. */
const TrailRow = (props: { trail: string | null }) => (
  <tr role="row" className="max-md:bg-surface max-md:py-1.5!">
    <td
      role="cell"
      colSpan={3}
      className="bg-surface! text-meta font-medium text-muted max-md:bg-transparent!"
    >
      Of its trail {props.trail}
    </td>
    {/* By itself, since what it is over is hidden: else these columns stayed as empty room. */}
    {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a group has none */}
    <td role="cell" colSpan={2} className={`bg-surface! ${hiddenWhereNarrow}`} />
  </tr>
)

function SlotRow(props: {
  slot: ArtifactSlot
  isSelected: boolean
  fill: ReactNode
  timeForm: 'time' | 'moment'
}) {
  const { slot } = props
  const { attestation_type: type } = slot
  const { summary, expired } = useEvidenceSummary(slot.attestation_id) ?? {}
  return (
    <tr role="row" data-selected={props.isSelected || undefined} className="max-md:py-2!">
      <SlotCells
        verdict={verdictOfSlot(slot)}
        name={slot.attestation_name}
        attestationId={slot.attestation_id}
        isUnexpected={slot.unexpected}
        isOverridden={slot.overridden_attestation_id !== null}
        expired={expired}
        isSelected={props.isSelected}
        summary={summary}
        isNameAlone
      />
      <td
        role="cell"
        className={`text-right max-md:order-1 max-md:ml-auto ${columnClasses.last}`}
        data-number
      >
        {slot.created_at === null ? (
          props.fill
        ) : (
          <TimeStamp at={slot.created_at} form={props.timeForm} />
        )}
      </td>
      <td role="cell" className={`text-muted ${hiddenWhereNarrow}`}>
        <KindLabel type={type} />
      </td>
      <td role="cell" className={`text-muted ${hiddenWhereNarrow}`} title={slot.reported_by ?? ''}>
        {slot.reported_by}
      </td>
    </tr>
  )
}
