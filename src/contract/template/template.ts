import * as z from 'zod/mini'
import { slotTypePattern } from '#contract/attestation/types/kind.ts'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { artifactName, attestationName, timestamp } from '#contract/common/fields.ts'
import { paged, paging } from '#contract/common/pagination.ts'
import { trailState } from '#contract/verdict/compliance-status.ts'

/** Type of attestation that a template slot expects. */
export const slotType = z.string().check(z.regex(slotTypePattern))

export const templateSlot = z.strictObject({ name: attestationName, type: slotType })
export type TemplateSlot = z.output<typeof templateSlot>

const templateArtifact = z.strictObject({
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

/** A version of a flow's template, with its author. */
const templateVersion = z.object({
  /** Counted from 1. */
  version: z.int(),
  /** Raw YAML; null for a legacy flow with a list of names. */
  content: z.nullable(z.string()),
  /** The list of names of a legacy flow, else null. */
  names: z.nullable(z.array(z.string())),
  /** The parsed template, of YAML or of the list of names. */
  document: z.object({
    version: z.int(),
    trail: z.object({
      attestations: z.array(templateSlot),
      artifacts: z.array(z.object({ name: z.string(), attestations: z.array(templateSlot) })),
    }),
    every_artifact: z.array(templateSlot),
  }),
  created_at: timestamp,
  created_by: z.string(),
})
export type TemplateVersion = z.output<typeof templateVersion>

export const listTemplateVersions = endpoint({
  name: 'listTemplateVersions',
  method: 'GET',
  path: '/cairn/{org}/flows/{flow_name}/template_versions',
  access: 'reader',
  query: z.object({
    ...paging({ per_page: 20 }),
    /** Only these versions; unknown ones are ignored. */
    version: z.optional(z.nullable(z.array(z.int().check(z.gte(1), z.lte(2_147_483_647))))),
  }),
  response: paged(templateVersion),
})

const maxTemplate = 512 * 1024

/** Compliance of a trail under another template. */
const previewedTrail = z.object({
  name: z.string(),
  state: trailState,
  state_with_draft: trailState,
  /** Empty slots; without an attestation the artifact itself is missing. */
  missing: z.array(
    z.object({
      artifact_name: z.nullable(z.string()),
      attestation_name: z.nullable(z.string()),
    }),
  ),
})
export type PreviewedTrail = z.output<typeof previewedTrail>

/** An error of a draft with its position; lines and columns count from 1. */
export const draftProblem = z.object({
  /** Dotted path in the document; empty for the whole document. */
  path: z.string(),
  message: z.string(),
  line: z.int(),
  column: z.int(),
})
export type DraftProblem = z.output<typeof draftProblem>

export const previewTemplate = endpoint({
  name: 'previewTemplate',
  method: 'POST',
  path: '/cairn/{org}/flows/{flow_name}/template_preview',
  access: 'reader',
  body: {
    kind: 'json',
    schema: z.object({ template: z.string().check(z.maxLength(maxTemplate)) }),
  },
  response: z.object({
    /** The first 50, in the order of the draft. */
    problems: z.array(draftProblem),
    /** The newest 20 trails, newest first; none where there are problems. */
    trails: z.array(previewedTrail),
  }),
})

/** Texts of these endpoints in the API reference. */
export const templateVersionTexts = {
  listTemplateVersions: {
    summary: "List the versions of a flow's template, newest first",
    description:
      'Returns each version with its text, its author and its time. A page has 20 unless `per_page` says otherwise; `version` selects some, and unknown ones are left out.',
  },
  previewTemplate: {
    summary:
      "Find a template draft's errors, or evaluate the last 20 trails by it; nothing is stored",
    description:
      'Returns up to 50 problems with line and column, or, if there is none, the status that each of the newest 20 trails would have under the draft.',
  },
} satisfies EndpointTexts
