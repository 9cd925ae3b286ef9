import type { MatrixTrail } from '#contract/flow/flow-statistics.ts'
import type { FilledSlot, Slot } from '#contract/trail/slot.ts'
import { slotKey } from '#domain/trail/trail-slots.ts'
import { type Columns, isoTime } from '#server/export/formats.ts'

/** Heading of a slot, unlike that of any other column: "trail: review", "artifact api: scan". */
const headingOf = ({ target, attestation_name }: Pick<Slot, 'target' | 'attestation_name'>) =>
  [target === null ? 'trail' : `artifact ${target}`, attestation_name]
    .filter((part) => part !== null)
    .join(': ')

const stateOf = ({ state, overridden, expired }: FilledSlot) =>
  [state, overridden && 'by override', expired && 'on expired evidence'].filter(Boolean).join(' ')

/**
 * Columns of the matrix of a flow as CSV: one for each slot of its template, blank where the trail
 * does not have it, and one for all other slots of a trail.
 */
export function matrixColumns(expected: readonly Slot[]): Columns<MatrixTrail> {
  const known = new Set(expected.map(slotKey))
  const slots = expected.map((slot): [string, Columns<MatrixTrail>[string]] => [
    headingOf(slot),
    (trail) => {
      const filled = trail.slots?.find((one) => slotKey(one) === slotKey(slot))
      return filled ? stateOf(filled) : null
    },
  ])
  return {
    name: (trail) => trail.name,
    compliance_state: (trail) => trail.compliance_state,
    created_at: (trail) => isoTime(trail.created_at),
    commit: (trail) => trail.git_commit_info?.sha1 ?? null,
    commit_author: (trail) => trail.git_commit_info?.author ?? null,
    override_count: (trail) => trail.override_count,
    evidence_expired: (trail) => trail.expired.join(' '),
    nothing_expected: (trail) => trail.nothing_expected,
    ...Object.fromEntries(slots),
    other_slots: (trail) =>
      (trail.slots ?? [])
        .filter((one) => !known.has(slotKey(one)))
        .map((one) => `${headingOf(one)} ${stateOf(one)}`)
        .join('; '),
    id: (trail) => trail.id,
  }
}
