import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import {
  environmentName,
  fingerprint,
  label,
  maybe,
  ok,
  resourceName,
  tags,
  text,
  timestamp,
} from '#contract/common/fields.ts'
import { linkedPage, sortDirection } from '#contract/common/pagination.ts'
import { qualifiers } from '#contract/verdict/qualifiers.ts'
import { environmentType } from './environment-type.ts'
import { maxReportingMinutes, reportingInterval, reportingMinutes } from './reporting-interval.ts'

/** Fields by which environments are ordered. */
export const environmentSorts = ['name', 'last_modified_at', 'last_changed_at'] as const

/** Filters and order of a list of environments (specification 4.6). */
export const environmentFilters = {
  sort: z._default(z.enum(environmentSorts), 'name'),
  sort_direction: sortDirection,
  space_id: maybe(z.array(z.string())),
  /** Part of the name, in any case. */
  name: maybe(z.string()),
  type: maybe(z.array(environmentType)),
  /** A key, or `key:value`; all must match. */
  tag: maybe(z.array(z.string())),
}

/** An environment (specification 2.6). */
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
  /** Compliance; null (unknown) without a policy or a report. */
  state: z.nullable(z.boolean()),
  /** Time of the last change of `state`; our addition. */
  since: timestamp,
  /** When it becomes stale without another report; null for never; our addition. */
  stale_at: z.nullable(timestamp),
  /** Minutes without a report set for it; null where its type or its reports say so; our addition. */
  reporting_minutes: z.nullable(reportingMinutes),
  /** After which silence it is stale, and why; null of a logical one; our addition. */
  reporting: z.nullable(reportingInterval),
  policies: z.array(z.string()),
  /** Names of the members of a logical environment, else null. */
  included_environments: z.nullable(z.array(z.string())),
  /** When it was archived, null while it is active; our addition. */
  archived_at: z.nullable(timestamp),
  /** Qualifiers of `state`; our addition. */
  qualifiers,
  /** When the first of the exceptions that carry it ends; null where none does; our addition. */
  exceptions_end_at: z.nullable(timestamp),
})
export type Environment = z.output<typeof environment>

const settings = {
  description: maybe(text),
  include_scaling: maybe(z.boolean()),
  /** Minutes without a report after which it is stale; 0 as its type or its reports say. */
  reporting_minutes: maybe(z.int().check(z.gte(0), z.lte(maxReportingMinutes))),
  included_environments: maybe(z.array(label).check(z.maxLength(10_000))),
}

export const listEnvironments = endpoint({
  name: 'listEnvironments',
  method: 'GET',
  path: '/environments/{org}',
  access: 'reader',
  query: z.object({
    page: maybe(z.int().check(z.gte(1))),
    per_page: maybe(z.int().check(z.gte(1), z.lte(50))),
    ...environmentFilters,
  }),
  response: linkedPage('environments', environment),
})

export const putEnvironment = endpoint({
  name: 'putEnvironment',
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
      policies: maybe(z.array(resourceName).check(z.maxLength(1000))),
    }),
  },
  response: ok,
  status: [201, 200],
})

export const getEnvironment = endpoint({
  name: 'getEnvironment',
  method: 'GET',
  path: '/environments/{org}/{env_name}',
  access: 'reader',
  response: environment,
})

export const patchEnvironment = endpoint({
  name: 'patchEnvironment',
  method: 'PATCH',
  path: '/environments/{org}/{env_name}',
  access: 'member',
  body: { kind: 'json', schema: z.strictObject(settings) },
  response: ok,
})

export const archiveEnvironment = endpoint({
  name: 'archiveEnvironment',
  method: 'PUT',
  path: '/environments/{org}/{env_name}/archive',
  access: 'member',
  response: ok,
})

export const renameEnvironment = endpoint({
  name: 'renameEnvironment',
  method: 'PUT',
  path: '/environments/{org}/{env_name}/rename',
  access: 'member',
  body: { kind: 'json', schema: z.object({ new_name: environmentName }) },
  response: ok,
})

export const joinEnvironment = endpoint({
  name: 'joinEnvironment',
  method: 'PUT',
  path: '/environments/{org}/{env_name}/join',
  access: 'member',
  body: { kind: 'json', schema: z.object({ physical_env_name: label }) },
  response: ok,
})

const policyNames = {
  kind: 'json',
  schema: z.object({
    policy_names: z.nullable(z.array(label).check(z.maxLength(1000))),
    /** Hashes of the previewed effect, for the audit log. */
    effect: maybe(z.object({ input_hash: fingerprint, result_hash: fingerprint })),
  }),
} as const

export const attachPolicies = endpoint({
  name: 'attachPolicies',
  method: 'POST',
  path: '/environments/{org}/{env_name}/policies',
  access: 'member',
  body: policyNames,
  response: ok,
})

export const detachPolicies = endpoint({
  name: 'detachPolicies',
  method: 'DELETE',
  path: '/environments/{org}/{env_name}/policies',
  access: 'member',
  body: policyNames,
  response: ok,
})

/** Texts of these endpoints in the API reference. */
export const environmentTexts = {
  listEnvironments: {
    summary: 'List environments: all of them, or a page when paging is asked for',
    description:
      'Without `page` and `per_page` it returns all environments as page 1 of 1; with one of them, 15 a page unless `per_page` says otherwise, 50 at most. Several values of `type` or `space_id` are alternatives, and of several tags all must be set. Archived environments are not listed.',
    spec: '4.6',
  },
  putEnvironment: {
    summary: 'Create or update an environment; what is left out stays as it is',
    description:
      'Answers 201 if the environment was created, else 200; an archived one becomes active again, without policies unless they are sent. Fields that are left out or null keep their values; `policies`, if given, replaces the attached ones. Another type for an active environment is refused with 400. A snapshotter may create an environment, take one from the archive and repeat what is there; other changes need the role member.',
  },
  getEnvironment: {
    summary: 'Get an environment',
    description:
      'Returns the environment with its state: true, false, or null if it has no policies or was never reported. `stale_at` says from when it counts as silent, and `reporting` after how long a silence and why: by a setting, or as learned from its reports. The `ETag` can be sent as `If-Match` with a later change.',
  },
  patchEnvironment: {
    summary: 'Change single fields of an environment; an empty description clears it',
    description:
      'Changes only the fields that are sent: `description`, `include_scaling`, `reporting_minutes` (not of a logical one; 0 takes the setting back) and, for a logical environment, `included_environments`. Another interval also counts for a silence that lasts, which then began that long after the last report; silences that ended stay as they were. Name and type cannot be changed here; unknown fields are refused with 400.',
    spec: '4.10',
  },
  archiveEnvironment: {
    summary: 'Archive an environment; a PUT of its name makes it active again',
    description:
      'An archived environment is not listed and takes no reports; operations on it answer 404 with `Environment has been archived`, unless it is a read that says `archived=include` or `only`. Its policies are detached: nothing is evaluated there any more, and its state is unknown from then on. A PUT of its name makes it active again with its history and without policies, possibly with another type.',
  },
  renameEnvironment: {
    summary: 'Rename an environment; its history stays with it',
    description:
      'Snapshots, events and policies stay with the environment. A name that is in use, or that does not match the pattern of names, is refused with 400. An environment whose tags ask for an approval is renamed by admins only: 403.',
  },
  joinEnvironment: {
    summary: 'Include a physical environment in a logical one; repeating is fine',
    description:
      'Adds `physical_env_name` to the members of the logical environment in the path, which then gets a snapshot with what runs there. It is refused with 400 if the environment in the path is not logical or the other one is.',
  },
  attachPolicies: {
    summary: 'Attach policies to an environment; what is attached stays so',
    description:
      'Adds policies to the environment and evaluates what runs there again, which makes a new snapshot. All of them are attached, or none: an unknown policy is 404. A logical environment is refused with 400.',
  },
  detachPolicies: {
    summary: 'Detach policies from an environment; what is not attached stays so',
    description:
      'Removes policies from the environment and evaluates what runs there again, which makes a new snapshot. The names are sent as a JSON body with DELETE; an unknown policy is 404, and nothing is changed.',
  },
} satisfies EndpointTexts
