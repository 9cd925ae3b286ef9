import * as z from 'zod/mini'
import { maybe, ok, resourceName, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

/** One version of a policy; it never changes (wire.md 16). */
const policyVersion = z.object({
  version: z.int(),
  policy_yaml: z.string(),
  timestamp,
  created_by: z.string(),
  comment: z.string(),
})

/** A policy with its versions, oldest first (wire.md 16). */
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
  method: 'PUT',
  path: '/policies/{org}',
  access: 'member',
  body: {
    kind: 'multipart',
    part: 'payload',
    schema: z.object({
      name: resourceName,
      description: maybe(z.string()),
      comment: maybe(z.string()),
      type: maybe(z.literal('env')),
    }),
    file: { name: 'policy_file', keep: 'text' },
  },
  response: ok,
  status: [201, 200],
  summary: 'Create a policy, or give it another version; the same content makes none',
  decided: 'wire.md 16',
})

export const listPolicies = endpoint({
  method: 'GET',
  path: '/policies/{org}',
  access: 'reader',
  response: z.array(policy),
  status: [200],
  summary: 'List the policies in use, by name',
  decided: 'wire.md 16',
})

export const getPolicy = endpoint({
  method: 'GET',
  path: '/policies/{org}/{policy_name}',
  access: 'reader',
  response: policy,
  status: [200],
  summary: 'Get a policy with all its versions',
  decided: 'wire.md 16',
})

export const archivePolicy = endpoint({
  method: 'PUT',
  path: '/cairn/{org}/policies/{policy_name}/archive',
  access: 'member',
  response: ok,
  status: [200],
  summary: 'Archive a policy that no environment has attached; a PUT of its name makes it active',
  decided: 'wire.md 3',
})
