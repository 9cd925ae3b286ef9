import * as z from 'zod/mini'
import { slotTypePattern } from '#contract/attestation/types/type-patterns.ts'
import { artifactName, attestationName } from '#contract/common/fields.ts'

/** Type of attestation that a template slot expects. */
export const slotType = z.string().check(z.regex(slotTypePattern))

export const templateSlot = z.strictObject({ name: attestationName, type: slotType })
export type TemplateSlot = z.output<typeof templateSlot>

export const templateArtifact = z.strictObject({
  name: artifactName,
  attestations: z._default(z.array(templateSlot), []),
})

/** A flow or trail template. */
export const template = z.strictObject({
  version: z._default(z.literal(1), 1),
  trail: z._default(
    z.nullable(
      z.strictObject({
        attestations: z._default(z.array(templateSlot), []),
        artifacts: z._default(z.array(templateArtifact), []),
      }),
    ),
    null,
  ),
})

/** A parsed template; lists are always present. */
export interface Template {
  version: 1
  trail: {
    attestations: TemplateSlot[]
    artifacts: { name: string; attestations: TemplateSlot[] }[]
  }
  /** Slots of every artifact, whatever its name; only legacy flows with lists of names have them. */
  every_artifact: TemplateSlot[]
}
