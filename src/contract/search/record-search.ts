import * as z from 'zod/mini'
import { endpoint, type EndpointTexts, roles } from '#contract/common/endpoint.ts'
import { maybe, timestamp } from '#contract/common/fields.ts'
import { environmentType } from '#contract/environment/environment-type.ts'
import { overrideStates } from '#contract/override/override.ts'
import { trailState } from '#contract/verdict/compliance-status.ts'
import { qualifiers } from '#contract/verdict/qualifiers.ts'

/** Kinds of records that a search can be narrowed to, in the order that they are listed. */
export const searchKinds = [
  'flow',
  'trail',
  'environment',
  'artifact',
  'policy',
  'control',
  'person',
  'tag',
  'type',
  'reason',
  /** Commits and fingerprints. */
  'commit',
] as const
export type SearchKind = (typeof searchKinds)[number]

/** Verdicts that flows, trails, environments and artifacts can be narrowed to. */
export const searchVerdicts = ['COMPLIANT', 'NON-COMPLIANT', 'INCOMPLETE', 'UNKNOWN'] as const
export type SearchVerdict = (typeof searchVerdicts)[number]

/** The best matches of one kind, and whether there are more. */
const found = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ matches: z.array(item), has_more: z.boolean() })

const foundFlow = z.object({
  name: z.string(),
  description: z.string(),
  /** State of its newest trail; null without one. */
  state: z.nullable(trailState),
  qualifiers,
  latest_activity_at: z.nullable(timestamp),
})

const foundTrail = z.object({
  name: z.string(),
  flow_name: z.string(),
  /** First line of the message of its commit; `""` without one. */
  commit_message: z.string(),
  state: trailState,
  qualifiers,
  created_at: timestamp,
})

const foundEnvironment = z.object({
  name: z.string(),
  type: environmentType,
  policy_count: z.int(),
  /** Null is unknown. */
  state: z.nullable(z.boolean()),
  qualifiers,
  since: timestamp,
  /** When it becomes stale without another report; null for never. */
  stale_at: z.nullable(timestamp),
})

const foundArtifact = z.object({
  name: z.string(),
  fingerprint: z.string(),
  /** Null for an artifact that was only seen running. */
  flow_name: z.nullable(z.string()),
  state: z.nullable(trailState),
  qualifiers,
  /** Names of the environments in which it runs now. */
  running_in: z.array(z.string()),
  /** Those of them that are stale: there it did so when last seen. */
  stale_in: z.array(z.string()),
})

const answer = z.object({
  flows: found(foundFlow),
  trails: found(foundTrail),
  environments: found(foundEnvironment),
  artifacts: found(foundArtifact),
  policies: found(
    z.object({
      name: z.string(),
      description: z.string(),
      /** Number of active environments that it is attached to. */
      environment_count: z.int(),
    }),
  ),
  controls: found(z.object({ identifier: z.string(), name: z.string() })),
  people: found(
    z.object({
      name: z.string(),
      role: z.enum(roles),
      is_service_account: z.boolean(),
    }),
  ),
  tags: found(
    z.object({
      /** `key:value`. */
      tag: z.string(),
      resource_type: z.enum(['flow', 'environment', 'control']),
      /** Number of records with it. */
      count: z.int(),
    }),
  ),
  /** Custom attestation types. */
  types: found(z.object({ name: z.string(), description: z.string() })),
  /** Overrides and requests for them, by their reason or a reference to a ticket. */
  reasons: found(
    z.object({
      override_id: z.string(),
      reason: z.string(),
      attestation_name: z.string(),
      flow_name: z.string(),
      trail_name: z.string(),
      state: z.enum(overrideStates),
      created_at: timestamp,
      ended_at: z.nullable(timestamp),
    }),
  ),
  commits: found(
    z.object({
      commit: z.string(),
      /** First line of its message; `""` where no report has it. */
      message: z.string(),
      author: z.string(),
    }),
  ),
})
export type FoundRecords = z.output<typeof answer>

export const searchRecords = endpoint({
  name: 'searchRecords',
  method: 'GET',
  path: '/cairn/{org}/search',
  access: 'reader',
  query: z.object({
    /** Words that a name has to contain, in any case and order. */
    q: z._default(z.string().check(z.maxLength(255)), ''),
    kind: maybe(z.enum(searchKinds)),
    verdict: maybe(z.enum(searchVerdicts)),
  }),
  response: answer,
})

const names = maybe(z.array(z.string()).check(z.maxLength(12)))

export const readRecords = endpoint({
  name: 'readRecords',
  method: 'GET',
  path: '/cairn/{org}/search/records',
  access: 'reader',
  query: z.object({
    flow: names,
    environment: names,
    /** As `flow/trail`. */
    trail: names,
    /** As `flow/fingerprint`. */
    artifact: names,
  }),
  response: z.object({
    flows: z.array(foundFlow),
    trails: z.array(foundTrail),
    environments: z.array(foundEnvironment),
    artifacts: z.array(foundArtifact),
  }),
})
export type KnownRecords = z.output<(typeof readRecords)['response']>

/** Texts of these endpoints in the API reference. */
export const recordSearchTexts = {
  searchRecords: {
    summary: 'Find records of every kind by their names, fingerprints, commits, tags or reasons',
    description:
      'Returns the five best matches of each kind, 25 where one `kind` is asked for: names that are the text, begin with it, have words that do, or contain it, newest first among equals. All flows, environments, policies, controls, members, service accounts and tags are searched; trails and artifacts by the beginning of their name and, for trails, of its last part, or anywhere in it among the newest 1,000; reasons, from three characters on, of the newest 1,000 overrides; commits and fingerprints by four hex characters or more. Archived records are not found, but for artifacts by commit or fingerprint. Without a text, the newest of a `kind` or of a `verdict` are returned, and nothing without either. `qualifiers` count what carries a state beside evidence.',
  },
  readRecords: {
    summary: 'Read some flows, environments, trails and artifacts with their present verdicts',
    description:
      'Returns those of the named records that are there and not archived, up to twelve of each kind, in the form of the search, in no order. A trail is named by its flow and name, an artifact by its flow and fingerprint.',
  },
} satisfies EndpointTexts
