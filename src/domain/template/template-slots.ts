import type { Template, TemplateSlot } from '#contract/template/template.ts'

/** What a template expects, whatever else is told of it. */
export type SlotDocument = Pick<Template, 'trail' | 'every_artifact'>

/** A slot with its place: an artifact's name, null for the trail, `*` for every artifact. */
export interface PlacedSlot extends TemplateSlot {
  artifact: string | null
}

const at = (artifact: string | null) => (slot: TemplateSlot) => ({ ...slot, artifact })

/** Every slot of a template in its order, the trail's own first. */
export function slotsOf({ trail, every_artifact }: SlotDocument): PlacedSlot[] {
  return [
    ...trail.attestations.map(at(null)),
    ...trail.artifacts.flatMap(({ name, attestations }) => attestations.map(at(name))),
    ...every_artifact.map(at('*')),
  ]
}

/** The first slot that belongs to a trail or to an artifact with a name. */
export function firstSlotOf(document: SlotDocument): PlacedSlot | undefined {
  return slotsOf(document).find(({ artifact }) => artifact !== '*')
}
