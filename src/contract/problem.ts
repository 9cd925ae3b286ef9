import * as z from 'zod/mini'

/** Error body of every failed request (wire.md 2.3): `errors` has one text per refused field. */
export const problemBody = z.object({
  message: z.string(),
  errors: z.optional(z.record(z.string(), z.string())),
  required_role: z.optional(z.string()),
  /** Of a stale `If-Match`: the record as it is now. */
  current: z.optional(z.unknown()),
})
export type ProblemBody = z.output<typeof problemBody>

export const validationFailed = 'Input payload validation failed'

/** What reads and writes of an archived flow are told (wire.md 25). */
export const flowArchived = 'Flow has been archived'

/** What everything but a PUT of an archived environment is told (specification 7). */
export const environmentArchived = 'Environment has been archived'
