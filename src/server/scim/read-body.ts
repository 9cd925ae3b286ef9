import type * as z from 'zod/mini'
import { schemaProblem } from '#server/platform/problem.ts'

/** Reads a body by its schema. @throws Problem 400 */
export function readBody<S extends z.ZodMiniType>(schema: S, body: object): z.output<S> {
  const { data, error } = schema.safeParse(body, { reportInput: true })
  if (error) throw schemaProblem(error.issues)
  return data as z.output<S>
}
