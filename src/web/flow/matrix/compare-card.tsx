import { qualifiersOfSlot } from '#domain/verdict/qualifiers.ts'
import { Link } from '@tanstack/react-router'
import type { FilledSlot } from '#contract/trail/slot.ts'
import { columnsOfTrails, slotKey } from '#domain/trail/trail-slots.ts'
import { verdictOfState, VerdictLabel } from '#web/domain-ui/verdict.tsx'
import { slotLabels, targetLabels } from '#web/flow/slot-labels.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

/** One side of a comparison; slots are undefined while they load, null when they cannot be had. */
export interface ComparedTrail {
  name: string
  slots: readonly FilledSlot[] | null | undefined
}

/** Two trails slot by slot, what differs first. */
export default function CompareCard(props: {
  org: string
  flow: string
  trails: readonly [ComparedTrail, ComparedTrail]
  onClose: () => void
}) {
  const { trails } = props
  const [left, right] = trails
  const bySlot = trails.map(({ slots }) => new Map(slots?.map((slot) => [slotKey(slot), slot])))
  const slots = columnsOfTrails(
    [],
    trails.map((trail) => ({ slots: trail.slots ?? null })),
  ).flatMap((group) => group.slots)
  const rows = slots.map((slot) => {
    const [a, b] = bySlot.map((known) => known.get(slotKey(slot)))
    return { slot, sides: [a, b], differs: a?.state !== b?.state }
  })
  const lost = trails.filter((trail) => trail.slots === null).map(({ name }) => name)
  const isLoading = trails.some((trail) => trail.slots === undefined)
  const differing = rows.filter(({ differs }) => differs).length
  const answer = isLoading
    ? 'Loading'
    : lost.length > 0
      ? `Could not be loaded: ${lost.join(' and ')}`
      : `${differing} of ${rows.length} slots differ`
  return (
    <div className="mb-4">
      <Card
        title={`${left.name} against ${right.name}`}
        remark={answer}
        actions={
          <Button kind="quiet" size="small" onClick={props.onClose}>
            Close comparison
          </Button>
        }
      >
        {!isLoading && lost.length === 0 && rows.length > 0 && (
          <table className="data-table border-t border-line [--row:1.75rem]">
            <caption className="sr-only">Slots of two trails, what differs first</caption>
            <thead>
              <tr>
                <th scope="col">Slot</th>
                {trails.map(({ name }) => (
                  <th key={name} scope="col" className="truncate">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {[...rows]
                .sort((a, b) => Number(b.differs) - Number(a.differs))
                .map(({ slot, sides, differs }) => (
                  <tr key={slotKey(slot)}>
                    <td>
                      <span className={differs ? 'font-medium' : 'text-muted'}>
                        {slotLabels(slot)}
                      </span>{' '}
                      <span className="text-muted">
                        {slot.target !== null && targetLabels(slot.target)}
                      </span>
                    </td>
                    {trails.map(({ name }, index) => (
                      <td key={name}>
                        <Side {...props} trail={name} slot={sides[index]} />
                      </td>
                    ))}
                  </tr>
                ))}
            </tbody>
          </table>
        )}
      </Card>
    </div>
  )
}

function Side(props: { org: string; flow: string; trail: string; slot: FilledSlot | undefined }) {
  const { org, flow, trail, slot } = props
  if (!slot) return <span className="text-muted">Not expected</span>
  return (
    <Link
      to="/$org/flows/$flow/trails/$trail"
      params={{ org, flow, trail }}
      search={{ attestation_id: slot.attestation_id ?? undefined }}
      className="hover:underline"
    >
      <VerdictLabel verdict={verdictOfState[slot.state]} qualifiers={qualifiersOfSlot(slot)} />
    </Link>
  )
}
