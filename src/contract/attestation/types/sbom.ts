import * as z from 'zod/mini'
import { fingerprint, maybe, text } from '#contract/common/fields.ts'

const subject = z.looseObject({
  name: text,
  version: maybe(text),
  purl: maybe(text),
  sha256: maybe(text),
})

/** Fields that reporters read from a bill of materials; others are stored as they come. */
const summary = z.looseObject({
  /** Standard and its version, like `cyclonedx-1.6`. */
  format: text.check(z.minLength(1)),
  /** SHA-256 of the file. */
  original_fingerprint: fingerprint,
  document: z.looseObject({
    created_at: maybe(text),
    tools: maybe(z.array(text)),
    subject: maybe(subject),
    package_count: z.int().check(z.gte(0)),
  }),
})

/** A software bill of materials: a summary of the file that comes with it. */
export const sbom = {
  payload: { type_name: z.literal('sbom'), attestation_data: summary },
  data: { type_name: z.literal('sbom'), attestation_data: summary },
} as const
