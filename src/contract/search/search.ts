import * as z from 'zod/mini'
import { timestamp } from '#contract/common/fields.ts'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'

const matches = <Type extends string>(type: Type) =>
  z.object({
    type: z.literal(type),
    /** Number of matches; `matches` lists the first of them. */
    count: z.int(),
    matches: z.array(z.string()),
  })

/** An artifact that a search found; its texts are `""` without provenance. */
const foundArtifact = z.object({
  fingerprint: z.string(),
  name: z.string(),
  flow: z.string(),
  git_commit: z.string(),
  /** False for an artifact that was only seen running. */
  has_provenance: z.boolean(),
  commit_url: z.string(),
  build_url: z.string(),
  html_url: z.string(),
  compliance_state: z.string(),
  /** `env#N`. */
  running_in: z.array(z.string()),
  exited_from: z.array(z.string()),
  history: z.array(z.object({ event: z.string(), timestamp })),
})
export type FoundArtifact = z.output<typeof foundArtifact>

const searchResult = z.object({
  resolved_to: z.object({
    type: z.enum(['commit', 'fingerprint', 'multiple']),
    /** The full value of a single match; `""` for several. */
    full_match: z.string(),
    fingerprints: matches('fingerprint'),
    commits: matches('commit'),
  }),
  /** The newest matching artifacts. */
  artifacts: z.array(foundArtifact),
})
export type SearchResult = z.output<typeof searchResult>

export const searchBySha = endpoint({
  name: 'searchBySha',
  method: 'GET',
  path: '/search/{org}/sha/{sha}',
  access: 'reader',
  params: z.object({ sha: z.string().check(z.regex(/^[a-fA-F0-9]{5,64}$/)) }),
  response: searchResult,
})

/** Types of records that are opened by name. */
const namedTypes = ['flow', 'environment', 'policy', 'control'] as const

export const nearestNames = endpoint({
  name: 'nearestNames',
  method: 'GET',
  path: '/cairn/{org}/nearest-names',
  access: 'reader',
  query: z.object({ text: z.string().check(z.minLength(1), z.maxLength(255)) }),
  response: z.object({
    /** Similar names, nearest first; controls by their identifier or name. */
    matches: z.array(
      z.object({ type: z.enum(namedTypes), id: z.string(), name: z.nullable(z.string()) }),
    ),
    /** Records that had this name before, by their present name. */
    renamed: z.array(z.object({ type: z.enum(['flow', 'environment']), id: z.string() })),
  }),
})

/** Texts of these endpoints in the API reference. */
export const searchTexts = {
  searchBySha: {
    summary: 'Find commits and fingerprints that are, or start with, 5 to 64 hex characters',
    description:
      'Returns what the text resolves to, and up to 50 artifacts with where they run and ran. Artifacts that were only seen running have `has_provenance` false. If nothing matches, the answer is 404.',
  },
  nearestNames: {
    summary:
      'Find flows, environments, policies and controls that are, or once were, called nearly so',
    description:
      'Returns up to six names that differ from the text by few letters, hold it, or are held by it, nearest first, and what a flow or environment is called now that had this name once. Archived records are not found.',
  },
} satisfies EndpointTexts
