import type { Template, TemplateSlot } from '#contract/template/template.ts'

/** The slots of a template. */
export type SlotDocument = Pick<Template, 'trail' | 'every_artifact'>

/** A slot with its owner: an artifact's name, null for the trail, `*` for every artifact. */
export interface TargetedSlot extends TemplateSlot {
  artifact: string | null
}

const at = (artifact: string | null) => (slot: TemplateSlot) => ({ ...slot, artifact })

/** Returns all slots of a template in its order, those of the trail first. */
export function slotsOf({ trail, every_artifact }: SlotDocument): TargetedSlot[] {
  return [
    ...trail.attestations.map(at(null)),
    ...trail.artifacts.flatMap(({ name, attestations }) => attestations.map(at(name))),
    ...every_artifact.map(at('*')),
  ]
}

/** Returns the first slot of the trail or of a named artifact. */
export function firstSlotOf(document: SlotDocument): TargetedSlot | undefined {
  return slotsOf(document).find(({ artifact }) => artifact !== '*')
}
