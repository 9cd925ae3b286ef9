import { listed } from '#domain/common/counted.ts'
import { type TargetedSlot, type SlotDocument, slotsOf } from './template-slots.ts'

/** Differences between the slots of two templates. */
interface TemplateDifference {
  added: TargetedSlot[]
  removed: TargetedSlot[]
  /** Slots with another type. */
  retyped: { slot: TargetedSlot; was: string }[]
  /** Names of artifacts that are newly, or no longer, expected. */
  addedArtifacts: string[]
  removedArtifacts: string[]
}

// Names have no line breaks, so keys are unique.
const keyOf = ({ artifact, name }: TargetedSlot) => `${artifact ?? ''}\n${name}`
const artifactsOf = ({ trail }: SlotDocument) => trail.artifacts.map(({ name }) => name)

/** Compares the slots of two templates, regardless of order and notation. */
export function templateDifference(before: SlotDocument, after: SlotDocument): TemplateDifference {
  const old = new Map(slotsOf(before).map((slot) => [keyOf(slot), slot]))
  const now = new Map(slotsOf(after).map((slot) => [keyOf(slot), slot]))
  const hadArtifact = new Set(artifactsOf(before))
  const hasArtifact = new Set(artifactsOf(after))
  return {
    added: [...now].flatMap(([key, slot]) => (old.has(key) ? [] : [slot])),
    removed: [...old].flatMap(([key, slot]) => (now.has(key) ? [] : [slot])),
    retyped: [...now].flatMap(([key, slot]) => {
      const was = old.get(key)?.type
      return was === undefined || was === slot.type ? [] : [{ slot, was }]
    }),
    addedArtifacts: [...hasArtifact].filter((name) => !hadArtifact.has(name)),
    removedArtifacts: [...hadArtifact].filter((name) => !hasArtifact.has(name)),
  }
}

/** Describes a difference: "Adds unit-tests to api; removes review from the trail." */
export function describeDifference(difference: TemplateDifference): string {
  const { added, removed, retyped, addedArtifacts, removedArtifacts } = difference
  const parts = [
    ...artifactPhrases('adds', addedArtifacts, added),
    ...slotPhrases('adds', 'to', added, addedArtifacts),
    ...artifactPhrases('removes', removedArtifacts, removed),
    ...slotPhrases('removes', 'from', removed, removedArtifacts),
    ...typePhrases(retyped),
  ]
  const text = parts.join('; ')
  return text ? `${text.charAt(0).toUpperCase()}${text.slice(1)}.` : 'Expects the same.'
}

const ownerOf = (artifact: string | null) =>
  artifact === null ? 'the trail' : artifact === '*' ? 'every artifact' : artifact

const typeLabel = (type: string) => (type === '*' ? 'any type' : type)

/** Describes added or removed artifacts with their slots. */
function artifactPhrases(
  verb: string,
  artifacts: readonly string[],
  slots: readonly TargetedSlot[],
): string[] {
  return artifacts.map((artifact) => {
    const own = slots.filter((slot) => slot.artifact === artifact).map(({ name }) => name)
    return `${verb} the artifact ${artifact}${own.length > 0 ? ` with ${listed(own)}` : ''}`
  })
}

/** Describes slots of other artifacts and the trail, grouped by owner and by equal slots. */
function slotPhrases(
  verb: string,
  preposition: string,
  slots: readonly TargetedSlot[],
  artifacts: readonly string[],
): string[] {
  const staying = slots.filter(({ artifact }) => artifact === null || !artifacts.includes(artifact))
  const byOwner = grouped(staying, ({ artifact }) => ownerOf(artifact))
  const byNames = grouped(byOwner, ([, own]) => listed(own.map(({ name }) => name)))
  return byNames.map(
    ([names, owners]) =>
      `${verb} ${names} ${preposition} ${listed(owners.map(([owner]) => owner))}`,
  )
}

function typePhrases(retyped: TemplateDifference['retyped']): string[] {
  const byChange = grouped(
    retyped,
    ({ slot, was }) => `${typeLabel(slot.type)} instead of ${typeLabel(was)} as ${slot.name}`,
  )
  return byChange.map(
    ([change, slots]) =>
      `expects ${change} of ${listed(slots.map(({ slot }) => ownerOf(slot.artifact)))}`,
  )
}

/** Groups items by key, in the order of their first. */
function grouped<T>(items: readonly T[], keyOf: (item: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return [...groups]
}
