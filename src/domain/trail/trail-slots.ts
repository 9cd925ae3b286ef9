import type { FilledSlot, Slot } from '#contract/trail/slot.ts'
import type { Template } from '#contract/template/template.ts'
import type { ArtifactStatus, AttestationStatus } from '#contract/verdict/compliance-status.ts'
import { slotsOfName } from './artifact-slots.ts'
import type { StatusEntries } from './attestation-slots.ts'

/** Target of the slots of all artifacts without a name in a template. */
export const unnamedArtifact = '*'

/** Returns the identity of a slot across trails, which does not include its type: `*` accepts any. */
export const slotKey = ({ target, attestation_name }: Pick<Slot, 'target' | 'attestation_name'>) =>
  JSON.stringify([target, attestation_name])

const severity: Record<FilledSlot['state'], number> = {
  'NON-COMPLIANT': 2,
  MISSING: 1,
  COMPLIANT: 0,
}

/** Returns the target of an artifact's key, without fingerprints and commits of a single trail. */
function targetOf(key: string): string {
  if (/^[a-f0-9]{64}\+*$/.test(key)) return unnamedArtifact
  const [, name, at] = /^(.*)@([a-f0-9]+|unknown)\+*$/.exec(key) ?? []
  if (name === undefined || at === undefined) return key
  return /^[a-f0-9]{64}$/.test(name) ? unnamedArtifact : `${name}@${unnamedArtifact}`
}

function filled(target: string | null, one: AttestationStatus): FilledSlot {
  const isGood = one.is_compliant !== false
  return {
    target,
    attestation_name: one.attestation_name,
    attestation_type: one.attestation_type,
    state: one.status === 'MISSING' ? 'MISSING' : isGood ? 'COMPLIANT' : 'NON-COMPLIANT',
    attestation_id: one.attestation_id,
    ...(one.is_override && { is_override: true }),
    unexpected: one.unexpected,
    ...(one.overridden_attestation_id !== null && { overridden: true as const }),
  }
}

/** Returns the slot of an expected artifact itself. */
function ofArtifact(target: string, artifact: ArtifactStatus): FilledSlot[] {
  if (artifact.unexpected) return []
  return [
    {
      target,
      attestation_name: null,
      attestation_type: null,
      state: artifact.artifact_fingerprint === null ? 'MISSING' : 'COMPLIANT',
      attestation_id: null,
      unexpected: false,
    },
  ]
}

/** Returns the slots of a trail in the order of its status, the worst of each name. */
export function slotsOfTrail(status: StatusEntries): FilledSlot[] {
  const all = status.attestations_statuses.map((one) => filled(null, one))
  for (const [key, artifact] of Object.entries(status.artifacts_statuses)) {
    const target = targetOf(key)
    all.push(...ofArtifact(target, artifact))
    all.push(...artifact.attestations_statuses.map((one) => filled(target, one)))
  }
  const worst = new Map<string, FilledSlot>()
  for (const one of all) {
    const known = worst.get(slotKey(one))
    if (!known) worst.set(slotKey(one), one)
    else {
      const winner = severity[one.state] > severity[known.state] ? one : known
      worst.set(slotKey(one), { ...winner, unexpected: one.unexpected && known.unexpected })
    }
  }
  return [...worst.values()]
}

/** Returns the slots of a template in its order. */
export function slotsOfTemplate(template: Template): Slot[] {
  const { attestations, artifacts } = template.trail
  return [
    ...attestations.map((one) => slotOf(null, one)),
    ...artifacts.flatMap(({ name }) => [
      slotOf(name, null),
      ...slotsOfName(template, name).map((one) => slotOf(name, one)),
    ]),
  ]
}

function slotOf(target: string | null, one: { name: string; type: string } | null): Slot {
  return { target, attestation_name: one?.name ?? null, attestation_type: one?.type ?? null }
}

/** Slots of one target, side by side. */
export interface SlotColumns {
  target: string | null
  slots: (Slot & { unexpected: boolean })[]
}

/**
 * Returns columns for trails: the template's slots in its order, each target followed by its other
 * slots in the trails, then other targets; slots expected by older templates only are unexpected.
 */
export function columnsOfTrails(
  expected: readonly Slot[],
  trails: readonly { slots: readonly Slot[] | null }[],
): SlotColumns[] {
  const groups = new Map<string | null, Map<string, Slot & { unexpected: boolean }>>()
  groups.set(null, new Map())
  const add = ({ target, attestation_name, attestation_type }: Slot, unexpected: boolean) => {
    const group = groups.get(target) ?? new Map<string, Slot & { unexpected: boolean }>()
    groups.set(target, group)
    const slot = { target, attestation_name, attestation_type, unexpected }
    if (!group.has(slotKey(slot))) group.set(slotKey(slot), slot)
  }
  for (const one of expected) add(one, false)
  for (const { slots } of trails) for (const one of slots ?? []) add(one, true)
  return [...groups]
    .map(([target, slots]) => ({ target, slots: [...slots.values()] }))
    .filter(({ slots }) => slots.length > 0)
}
