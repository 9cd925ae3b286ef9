import * as z from 'zod/mini'

/** Machine-readable reason of a refusal, where the status alone does not tell it. */
export const problemCode = z.enum([
  'flow_archived',
  'environment_archived',
  'control_archived',
  'policy_archived',
  'custom_type_archived',
  'snapshot_not_found',
  'no_snapshot_yet',
  'sign_in_again',
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
