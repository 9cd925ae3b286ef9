import * as z from 'zod/mini'
import { maybe, ok, resourceName, text, timestamp } from '#contract/common/fields.ts'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'

/** One version of a policy; it never changes. */
const policyVersion = z.object({
  version: z.int(),
  policy_yaml: z.string(),
  timestamp,
  created_by: z.string(),
  comment: z.string(),
})

/** A policy with its versions, oldest first. */
export const policy = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  type: z.literal('env'),
  created_at: timestamp,
  /** Names of the active environments that it is attached to. */
  consuming_envs: z.array(z.string()),
  versions: z.array(policyVersion),
  /** When it was archived, null while it is active; our addition. */
  archived_at: z.nullable(timestamp),
})
export type Policy = z.output<typeof policy>

export const putPolicy = endpoint({
  name: 'putPolicy',
  method: 'PUT',
  path: '/policies/{org}',
  access: 'member',
  body: {
    kind: 'multipart',
    part: 'payload',
    schema: z.object({
      name: resourceName,
      description: maybe(text),
      comment: maybe(text),
      type: maybe(z.literal('env')),
    }),
    file: { name: 'policy_file', keep: 'text', required: true },
  },
  response: ok,
  status: [201, 200],
})

export const listPolicies = endpoint({
  name: 'listPolicies',
  method: 'GET',
  path: '/policies/{org}',
  access: 'reader',
  response: z.array(policy),
})

export const getPolicy = endpoint({
  name: 'getPolicy',
  method: 'GET',
  path: '/policies/{org}/{policy_name}',
  access: 'reader',
  response: policy,
})

export const archivePolicy = endpoint({
  name: 'archivePolicy',
  method: 'PUT',
  path: '/cairn/{org}/policies/{policy_name}/archive',
  access: 'member',
  response: ok,
})

/** Texts of these endpoints in the API reference. */
export const policyTexts = {
  putPolicy: {
    summary: 'Create a policy, or give it another version; the same content makes none',
    description:
      'Answers 201 if the policy was created and 200 if it was there. The same content makes no new version; another description alone is stored without one. A new version is evaluated wherever the policy is attached. A file that is not a valid policy, or that names an unknown control, is refused with 400.',
  },
  listPolicies: {
    summary: 'List the policies in use, by name',
    description:
      'Returns every active policy with all its versions, oldest version first, and the environments that have it attached. It is not paged.',
  },
  getPolicy: {
    summary: 'Get a policy with all its versions',
    description:
      'Returns the policy with all its versions, oldest first, and the environments that have it attached in `consuming_envs`. The `ETag` can be sent as `If-Match` with a later change.',
  },
  archivePolicy: {
    summary: 'Archive a policy that no environment has attached; a PUT of its name makes it active',
    description:
      'An archived policy is not listed and cannot be attached. It is refused with 400 while an environment has the policy attached; repeating is fine.',
  },
} satisfies EndpointTexts
