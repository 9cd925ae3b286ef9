import * as z from 'zod/mini'
import { environmentName, maybe, ok, resourceName, tags, timestamp, fingerprint } from './common.ts'
import { endpoint } from './endpoint.ts'
import { environmentFilters, environmentListQuery } from './environment-list.ts'
import { environmentType } from './environment-type.ts'
import { linkedPage, paged } from './page.ts'
import { verdictCause } from './verdict-cause.ts'

/** An environment (specification 2.6; wire.md 13). */
export const environment = z.object({
  org: z.string(),
  name: z.string(),
  type: environmentType,
  description: z.string(),
  last_modified_at: timestamp,
  include_scaling: z.boolean(),
  /** Stored for clients that set it; it has no effect. */
  require_provenance: z.boolean(),
  tags,
  last_reported_at: z.nullable(timestamp),
  last_changed_at: z.nullable(timestamp),
  /** Null is unknown: no policy is attached, or nothing was reported. */
  state: z.nullable(z.boolean()),
  /** Since when `state` is as it is; our addition. */
  since: timestamp,
  /** From when on it is stale unless it reports until then; null for never; our addition. */
  stale_at: z.nullable(timestamp),
  policies: z.array(z.string()),
  /** Names of the members of a logical environment, else null. */
  included_environments: z.nullable(z.array(z.string())),
  /** When it was archived, null while it is active; our addition. */
  archived_at: z.nullable(timestamp),
})
export type Environment = z.output<typeof environment>

/** A member of a logical environment, as far as the list of environments shows it. */
const environmentMember = z.object({
  name: z.string(),
  type: environmentType,
  description: z.string(),
  tags,
  state: z.nullable(z.boolean()),
  since: timestamp,
  last_reported_at: z.nullable(timestamp),
  last_changed_at: z.nullable(timestamp),
  stale_at: z.nullable(timestamp),
  snapshot_index: z.int(),
  running_count: z.int(),
})

/** A row of the dashboard's list of environments (product.md 3.10). */
export const environmentSummary = z.extend(environment, {
  /** Of the newest snapshot; 0 before the first. */
  snapshot_index: z.int(),
  /** Artifacts that run: by verdict they add up to this. */
  running_count: z.int(),
  running: z.object({ compliant: z.int(), non_compliant: z.int(), unknown: z.int() }),
  /** The snapshot that has brought its verdict, and why: a null cause is a report; null without one. */
  flip: z.nullable(
    z.object({ snapshot_index: z.int(), at: timestamp, cause: z.nullable(verdictCause) }),
  ),
  /** Of a logical environment, by name; else null. */
  members: z.nullable(z.array(environmentMember)),
})
export type EnvironmentSummary = z.output<typeof environmentSummary>

const settings = {
  description: maybe(z.string()),
  include_scaling: maybe(z.boolean()),
  included_environments: maybe(z.array(z.string())),
}

export const listEnvironments = endpoint({
  method: 'GET',
  path: '/environments/{org}',
  access: 'reader',
  query: z.object({
    page: maybe(z.int().check(z.gte(1))),
    per_page: maybe(z.int().check(z.gte(1), z.lte(50))),
    ...environmentFilters,
  }),
  response: linkedPage('environments', environment),
  status: [200],
  summary: 'List environments: all of them, or a page when paging is asked for',
  spec: '4.6',
})

export const putEnvironment = endpoint({
  method: 'PUT',
  path: '/environments/{org}',
  access: 'snapshotter',
  body: {
    kind: 'json',
    schema: z.strictObject({
      name: environmentName,
      type: environmentType,
      ...settings,
      require_provenance: maybe(z.boolean()),
      policies: maybe(z.array(resourceName)),
    }),
  },
  response: ok,
  status: [201, 200],
  summary: 'Create or update an environment; what is left out stays as it is',
  decided: 'wire.md 13',
})

export const getEnvironment = endpoint({
  method: 'GET',
  path: '/environments/{org}/{env_name}',
  access: 'reader',
  response: environment,
  status: [200],
  summary: 'Get an environment',
  decided: 'wire.md 13',
})

export const patchEnvironment = endpoint({
  method: 'PATCH',
  path: '/environments/{org}/{env_name}',
  access: 'member',
  body: { kind: 'json', schema: z.strictObject(settings) },
  response: ok,
  status: [200],
  summary: 'Change single fields of an environment; an empty description clears it',
  spec: '4.10',
})

export const archiveEnvironment = endpoint({
  method: 'PUT',
  path: '/environments/{org}/{env_name}/archive',
  access: 'member',
  response: ok,
  status: [200],
  summary: 'Archive an environment; a PUT of its name makes it active again',
  decided: 'wire.md 13',
})

export const renameEnvironment = endpoint({
  method: 'PUT',
  path: '/environments/{org}/{env_name}/rename',
  access: 'member',
  body: { kind: 'json', schema: z.object({ new_name: environmentName }) },
  response: ok,
  status: [200],
  summary: 'Rename an environment; its history stays with it',
  decided: 'wire.md 13',
})

export const joinEnvironment = endpoint({
  method: 'PUT',
  path: '/environments/{org}/{env_name}/join',
  access: 'member',
  body: { kind: 'json', schema: z.object({ physical_env_name: z.string() }) },
  response: ok,
  status: [200],
  summary: 'Include a physical environment in a logical one; repeating is fine',
  decided: 'wire.md 13',
})

const policyNames = {
  kind: 'json',
  schema: z.object({
    policy_names: z.array(z.string()),
    /** Hashes of the previewed effect, for the record; our addition (product.md L5). */
    effect: maybe(z.object({ input_hash: fingerprint, result_hash: fingerprint })),
  }),
} as const

export const attachPolicies = endpoint({
  method: 'POST',
  path: '/environments/{org}/{env_name}/policies',
  access: 'member',
  body: policyNames,
  response: ok,
  status: [200],
  summary: 'Attach policies to an environment; what is attached stays so',
  decided: 'wire.md 13',
})

export const detachPolicies = endpoint({
  method: 'DELETE',
  path: '/environments/{org}/{env_name}/policies',
  access: 'member',
  body: policyNames,
  response: ok,
  status: [200],
  summary: 'Detach policies from an environment; what is not attached stays so',
  decided: 'wire.md 13',
})

export const listEnvironmentSummaries = endpoint({
  method: 'GET',
  path: '/cairn/{org}/environments',
  access: 'reader',
  archive: true,
  query: environmentListQuery,
  response: paged(environmentSummary),
  status: [200],
  summary: 'List environments with what runs in them, logical ones with their members',
  decided: 'product.md 3.10',
})
