import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { maybe } from './common.ts'

/** What an accepted write was about; also the kind of its record. */
export const changeKinds = [
  'flow_put',
  'flow_renamed',
  'flow_archived',
  'tags_changed',
  'trail_begun',
  'artifact_reported',
  'attestation_reported',
  'repo_reported',
  'repo_tags_changed',
  'environment_put',
  'environment_renamed',
  'environment_archived',
  'environment_reported',
  'environment_tags_changed',
  'environment_judged',
  'policies_changed',
  'allow_list_changed',
  'policy_put',
  'policy_archived',
  'control_put',
  'control_archived',
  'control_tags_changed',
  'custom_type_put',
  'custom_type_archived',
  'notification_put',
  'notification_deleted',
  'notification_secret_rotated',
  'environment_snoozed',
  'preference_saved',
  'exported',
  'service_account_created',
  'service_account_changed',
  'service_account_deleted',
  'key_created',
  'key_rotated',
  'key_revoked',
  'member_added',
  'member_invited',
  'member_changed',
  'member_removed',
  'default_organization_set',
  'signed_in',
  'signed_out',
  'sign_in_refused',
  'access_denied',
] as const
export type ChangeKind = (typeof changeKinds)[number]

/** A hint that something changed: `seq` is its place in the organization's sealed log. */
export const change = z.object({
  seq: z.int(),
  kind: z.enum(changeKinds),
  subject: z.object({
    flow_name: z.optional(z.string()),
    trail_name: z.optional(z.string()),
    repo_id: z.optional(z.string()),
    environment_name: z.optional(z.string()),
    policy_name: z.optional(z.string()),
    control: z.optional(z.string()),
    service_account: z.optional(z.string()),
    member: z.optional(z.string()),
    type_name: z.optional(z.string()),
    notification: z.optional(z.string()),
  }),
})
export type Change = z.output<typeof change>

export const streamChanges = endpoint({
  method: 'GET',
  path: '/cairn/{org}/events',
  access: 'reader',
  query: z.object({ after: maybe(z.int().check(z.gte(0))) }),
  response: 'events',
  status: [200],
  summary: 'Stream of changes as server-sent events; resumes after Last-Event-ID',
  decided: 'design.md 6',
})
