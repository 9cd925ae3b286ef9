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
export const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(z.nullable(schema))

export const webUrl = z.url({ protocol: /^https?$/ })

/** `git_commit_info`, specification 2.3; fields that a client redacts arrive as `""`. */
export const gitCommitInfo = z.looseObject({
  sha1: z.union([z.literal(''), commitSha]),
  message: maybe(z.string()),
  author: maybe(z.string()),
  author_username: maybe(z.string()),
  branch: maybe(z.string()),
  timestamp: maybe(z.number()),
  url: maybe(z.string()),
  parents: maybe(z.array(z.string())),
})
export type GitCommitInfo = z.output<typeof gitCommitInfo>

/** Repository providers: the specification's four, and what clients send besides (wire.md 5). */
export const repoProviders = [
  'github',
  'gitlab',
  'bitbucket',
  'azure-devops',
  'bitbucket_cloud',
  'bitbucket_dc',
  'azure_devops_services',
  'azure_devops_server',
  'git',
  'subversion',
  'circleci',
] as const

/** `repo_info`, specification 2.4; further fields are kept. */
export const repoInfo = z.looseObject({
  name: maybe(z.string()),
  url: maybe(z.union([z.literal(''), webUrl])),
  id: maybe(z.string()),
  description: maybe(z.string()),
  provider: maybe(z.enum(repoProviders)),
  namespace_path: maybe(z.array(z.string())),
  additional_info: maybe(z.record(z.string(), z.unknown())),
})
export type RepoInfo = z.output<typeof repoInfo>

/** Label → link, wire.md 5. */
export const externalUrls = z.record(
  z.string(),
  z.looseObject({ href: z.string(), fingerprint: maybe(fingerprint) }),
)
export type ExternalUrls = z.output<typeof externalUrls>

export const annotations = z.record(z.string().check(z.regex(patterns.annotationKey)), z.string())

export const tags = z.record(z.string(), z.string())

/** Where an answer is ignored by clients: the JSON string `"OK"` (wire.md 1). */
export const ok = z.string()
