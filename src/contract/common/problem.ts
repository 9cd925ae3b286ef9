import * as z from 'zod/mini'

/** Machine-readable reason of a refusal, where the status alone does not tell it. */
export const problemCode = z.enum([
  'already_exists',
  'ambiguous',
  'approval_required',
  'control_archived',
  'custom_type_archived',
  'delivery_pending',
  'environment_archived',
  'environment_not_failing',
  'environment_type',
  'evidence_damaged',
  'evidence_missing',
  'evidence_removed',
  'exception_changed',
  'flow_archived',
  'foreign_origin',
  'idempotency_key_reused',
  'key_rotated',
  'last_admin',
  'limit_reached',
  'no_access',
  'no_snapshot_yet',
  'not_approver',
  'not_deliverable',
  'not_empty',
  'not_invited',
  'not_requester',
  'organization_deleted',
  'override_ended',
  'own_exception',
  'own_request',
  'person_only',
  'policy_archived',
  'policy_attached',
  'policy_too_expensive',
  'request_decided',
  'request_outdated',
  'role_too_low',
  'session_header_missing',
  'shared_only',
  'sign_in_again',
  'snapshot_not_found',
  'target_disabled',
])
export type ProblemCode = z.output<typeof problemCode>

/** Error body of every failed request; `errors` has one text per refused field. */
export const problemBody = z.object({
  message: z.string(),
  code: z.optional(problemCode),
  errors: z.optional(z.record(z.string(), z.string())),
  required_role: z.optional(z.string()),
  /** Of a stale `If-Match`: the record as it is now. */
  current: z.optional(z.unknown()),
})
export type ProblemBody = z.output<typeof problemBody>

export const validationFailed = 'Input payload validation failed'

/**
 * Parameters in an endpoint's path: `{name}` is one segment, `{+name}` the rest of the path with its
 * slashes. Groups: the plus sign or nothing, then the name.
 */
export const pathParameter = /\{(\+?)(\w+)\}/g
