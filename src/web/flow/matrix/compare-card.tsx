import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { FilledSlot } from '#contract/trail/slot.ts'
import { counted } from '#domain/common/counted.ts'
import { slotKey } from '#domain/trail/trail-slots.ts'
import { verdictText } from '#domain/verdict/qualified-verdict.ts'
import { VerdictLabel } from '#web/domain-ui/verdict.tsx'
import { slotLabel, slotTargetLabel, verdictOfSlot } from '#web/flow/slot-labels.ts'
import {
  EvidenceSummaries,
  useEvidenceSummaries,
  useEvidenceSummary,
} from '#web/record/evidence-summary.tsx'
import { Button } from '#web/ui/button.tsx'
import { type ComparedSlot, type ComparedTrail, comparedSlots } from './compared-slots.ts'

/** Two trails slot by slot: what differs in a sentence, and side by side when asked for. */
export default function CompareCard(props: {
  org: string
  flow: string
  trails: readonly [ComparedTrail, ComparedTrail]
  onClose: () => void
}) {
  const { org, trails } = props
  const [isOpen, setOpen] = useState(false)
  const rows = comparedSlots(trails)
  const differing = rows.filter(({ differs }) => differs)
  const ids = differing.flatMap(({ sides }) => sides.map((slot) => slot?.attestation_id ?? null))
  const found = useEvidenceSummaries(org, ids)
  const lost = trails.filter(({ slots }) => slots === null).map(({ name }) => name)
  const isKnown = trails.every(({ slots }) => slots)
  const names = trails.map(({ name }) => name)
  const saidOf = (slot: FilledSlot | undefined) => {
    const summary = found.get(slot?.attestation_id ?? '')?.summary
    return summary ? `${slotText(slot)}, ${summary}` : slotText(slot)
  }
  const [first] = differing
  return (
    <section
      aria-label={`${names.join(' against ')}`}
      className="mb-4 min-w-0 rounded-card border border-accent bg-accent-tint"
    >
      <div className="flex flex-wrap items-center gap-2 px-4 py-2">
        <p className="min-w-[min(100%,18rem)] flex-1 text-table wrap-anywhere">
          {isKnown ? (
            <>
              <strong className="font-semibold">
                {names.join(' and ')} differ in {differing.length} of {counted(rows.length, 'slot')}
                .
              </strong>{' '}
              {first && (
                <>
                  {slotLabel(first.slot)}:{' '}
                  {first.sides.map((slot, at) => `${names[at]} ${saidOf(slot)}`).join('; ')}
                  {differing.length > 1 && (
                    <>
                      ; and{' '}
                      <button
                        type="button"
                        onClick={() => setOpen(true)}
                        className="underline decoration-line-strong underline-offset-3 hover:decoration-current"
                      >
                        {differing.length - 1} more
                      </button>
                    </>
                  )}
                  .
                </>
              )}
            </>
          ) : lost.length > 0 ? (
            `Could not be loaded: ${lost.join(' and ')}.`
          ) : (
            `Loading ${names.join(' and ')}`
          )}
        </p>
        {isKnown && rows.length > 0 && (
          <Button kind="primary" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            Compare side by side
          </Button>
        )}
        <Button kind="quiet" onClick={props.onClose}>
          Clear
        </Button>
      </div>
      {isOpen && (
        <EvidenceSummaries org={org} ids={ids}>
          <SideBySide {...props} rows={rows} names={names} />
        </EvidenceSummaries>
      )}
    </section>
  )
}

/** A slot as a sentence says it: "compliant by override", "missing". */
const slotText = (slot: FilledSlot | undefined) =>
  slot ? verdictText(verdictOfSlot(slot)).toLowerCase() : 'not expected'

/** All slots of both trails, what differs first, what is equal when asked for. */
function SideBySide(props: {
  org: string
  flow: string
  rows: readonly ComparedSlot[]
  names: readonly string[]
}) {
  const { rows, names } = props
  const equal = rows.filter(({ differs }) => !differs)
  const [showsEqual, setShowsEqual] = useState(equal.length === rows.length)
  const shown = [...rows.filter(({ differs }) => differs), ...(showsEqual ? equal : [])]
  return (
    <div className="rounded-b-card border-t border-line bg-bg">
      <table className="data-table [--row:1.75rem]">
        <caption className="sr-only">Slots of two trails, what differs first</caption>
        <thead>
          <tr>
            <th scope="col">Slot</th>
            {names.map((name) => (
              <th key={name} scope="col" className="truncate">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ slot, sides, differs }) => (
            <tr key={slotKey(slot)}>
              <td>
                <span className={differs ? 'font-medium' : 'text-muted'}>{slotLabel(slot)}</span>{' '}
                <span className="text-muted">
                  {slot.target !== null && slotTargetLabel(slot.target)}
                </span>
              </td>
              {names.map((trail, at) => (
                <td key={trail}>
                  <Side {...props} trail={trail} slot={sides[at]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {equal.length > 0 && equal.length < rows.length && (
        <p className="border-t border-line px-4 py-1">
          <Button kind="quiet" size="small" onClick={() => setShowsEqual(!showsEqual)}>
            {showsEqual ? 'Hide' : 'Show'} {counted(equal.length, 'equal slot')}
          </Button>
        </p>
      )}
    </div>
  )
}

/** How a slot stands in one trail, and what its evidence found; leads to the evidence. */
function Side(props: { org: string; flow: string; trail: string; slot: FilledSlot | undefined }) {
  const { org, flow, trail, slot } = props
  const found = useEvidenceSummary(slot?.attestation_id ?? null)?.summary
  if (!slot) return <span className="text-muted">Not expected</span>
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <Link
        to="/$org/flows/$flow/trails/$trail"
        params={{ org, flow, trail }}
        search={{ attestation_id: slot.attestation_id ?? undefined }}
        className="hover:underline"
      >
        <VerdictLabel {...verdictOfSlot(slot)} />
      </Link>
      {found && <span className="text-muted">{found}</span>}
    </span>
  )
}
