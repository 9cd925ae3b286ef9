import * as z from 'zod/mini'

/** Error body of every failed request (wire.md 2.3): `errors` has one text per refused field. */
export const problemBody = z.object({
  message: z.string(),
  errors: z.optional(z.record(z.string(), z.string())),
  required_role: z.optional(z.string()),
})
export type ProblemBody = z.output<typeof problemBody>

export const validationFailed = 'Input payload validation failed'
