import * as z from 'zod/mini'

/** Names and hashes, wire.md section 4. */
export const patterns = {
  name: /^[a-zA-Z0-9][a-zA-Z0-9\.\-_~]*$/,
  organization: /^[a-zA-Z0-9][a-zA-Z0-9\-_\.]*$/,
  environment: /^[a-zA-Z0-9][a-zA-Z0-9\-_\.]*$/,
  attestationName: /^[a-zA-Z0-9\-_,]+$/,
  fingerprint: /^[a-f0-9]{64}$/,
  commit: /^[a-f0-9]{40}$/,
  /** Short ones too; 64 characters in repositories that use SHA-256. */
  anyCommit: /^[a-f0-9]{5,64}$/,
  annotationKey: /^[A-Za-z0-9_]+$/,
  tagKey: /^[a-zA-Z0-9][a-zA-Z0-9\-_.~]*$/,
} as const

/** A flow or trail name. */
export const resourceName = z.string().check(z.regex(patterns.name), z.maxLength(255))
/** A flow name that is not part of a path of the API (wire.md 4). */
export const flowName = resourceName.check(
  z.refine((name) => name !== 'template_file' && name !== 'list_attestations_for_criteria', {
    error: 'The name is reserved',
  }),
)
export const environmentName = z.string().check(z.regex(patterns.environment), z.maxLength(255))
export const attestationName = z.string().check(z.regex(patterns.attestationName), z.maxLength(255))
/** Name of an artifact in a template: dots are allowed too (wire.md 22.1). */
export const artifactName = z.string().check(z.regex(/^[a-zA-Z0-9\-_,.]+$/), z.maxLength(255))
export const fingerprint = z.string().check(z.regex(patterns.fingerprint))
export const commitSha = z.string().check(z.regex(patterns.anyCommit))

/** Unix seconds, fractional allowed. */
export const timestamp = z.number()

/** Absent and null are the same thing in what clients send. */
// @__NO_SIDE_EFFECTS__
export const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(z.nullable(schema))

export const webUrl = z.url({ protocol: /^https?$/ })

export const tags = z.record(z.string(), z.string())

/** Where an answer is ignored by clients: the JSON string `"OK"` (wire.md 1). */
export const ok = z.string()
