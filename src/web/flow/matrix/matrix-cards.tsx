import { Link } from '@tanstack/react-router'
import type { MatrixTrail } from '#contract/flow/flow-statistics.ts'
import type { FilledSlot } from '#contract/trail/slot.ts'
import { slotKey } from '#domain/trail/trail-slots.ts'
import { ageText } from '#domain/verdict/evidence-age.ts'
import { isPlain, verdictText, verdictLabel } from '#domain/verdict/qualified-verdict.ts'
import { qualifiersOfListed } from '#domain/verdict/qualifiers.ts'
import { verdictOfState, VerdictMark, VerdictLabel } from '#web/domain-ui/verdict.tsx'
import { fullSlotLabel, verdictOfSlot } from '#web/flow/slot-labels.ts'
import { counted } from '#domain/common/counted.ts'
import { TimeAgo } from '#web/ui/time.tsx'

/** The matrix on a phone: of each trail what is in trouble, and how much is well. */
export default function MatrixCards(props: {
  org: string
  flow: string
  trails: readonly MatrixTrail[]
}) {
  return (
    <ul>
      {props.trails.map((trail) => (
        <li key={trail.id} className="border-b border-line px-4 py-2.5 last:border-b-0">
          <TrailCard {...props} trail={trail} />
        </li>
      ))}
    </ul>
  )
}

const isPassed = (slot: FilledSlot) => slot.state === 'COMPLIANT' && !slot.expired

function TrailCard(props: { org: string; flow: string; trail: MatrixTrail }) {
  const { org, flow, trail } = props
  const params = { org, flow, trail: trail.name }
  const troubles = trail.slots?.filter((slot) => !isPassed(slot)) ?? []
  const passed = trail.slots?.filter(isPassed) ?? []
  const [good, accepted] = [passed.length, passed.filter((slot) => slot.overridden).length]
  return (
    <>
      <p className="flex min-h-11 items-center gap-2">
        <Link
          to="/$org/flows/$flow/trails/$trail"
          params={params}
          className="flex min-h-11 min-w-0 flex-1 items-center font-medium wrap-anywhere text-text"
        >
          {trail.name}
        </Link>
        <VerdictLabel
          verdict={verdictOfState[trail.compliance_state]}
          qualifiers={qualifiersOfListed(trail)}
        />
        <span className="text-meta text-muted">
          <TimeAgo at={trail.created_at} />
        </span>
      </p>
      {trail.slots === null ? (
        <p className="text-table text-muted">The slots of this trail could not be read.</p>
      ) : (
        <ul className="text-table">
          {troubles.map((slot) => (
            <li key={slotKey(slot)}>
              <Link
                to="/$org/flows/$flow/trails/$trail"
                params={params}
                search={{ attestation_id: slot.attestation_id ?? undefined }}
                className="flex min-h-11 items-center gap-2 text-text"
              >
                <VerdictMark
                  verdict={verdictOfState[slot.state]}
                  silent
                  isQualified={!isPlain(verdictOfSlot(slot))}
                />
                <span className="min-w-0 flex-1 wrap-anywhere">{fullSlotLabel(slot)}</span>
                <span className="text-muted">
                  {slot.expired
                    ? `${verdictLabel(verdictOfSlot(slot))}, ${ageText(slot.expired)}`
                    : verdictText(verdictOfSlot(slot))}
                </span>
              </Link>
            </li>
          ))}
          <li className="text-muted">
            {counted(good, 'slot')} compliant
            {accepted > 0 && `, ${accepted} of them by override`}
          </li>
        </ul>
      )}
    </>
  )
}
