import type * as z from 'zod/mini'
import type { ScimListQuery } from '#contract/scim/scim.ts'
import { schemaProblem } from '#server/platform/problem.ts'
import type { ScimPage, ScimResource } from '#server/request/scim.ts'

/** Reads a body by its schema. @throws Problem 400 */
export function readBody<S extends z.ZodMiniType>(schema: S, body: object): z.output<S> {
  const { data, error } = schema.safeParse(body, { reportInput: true })
  if (error) throw schemaProblem(error.issues)
  return data as z.output<S>
}

/** Most resources of one answer. */
export const maxResults = 200

/**
 * Lists a page, RFC 7644, section 3.4.2.4: what is below the least index counts as the least, and a
 * negative count as 0.
 */
export async function pageOf(
  query: ScimListQuery,
  find: (page: { offset: number; limit: number }) => Promise<{
    total: number
    resources: ScimResource[]
  }>,
): Promise<ScimPage> {
  const startIndex = Math.max(1, Number(query.startIndex ?? 1))
  const limit = Math.min(maxResults, Math.max(0, Number(query.count ?? maxResults)))
  return { startIndex, ...(await find({ offset: startIndex - 1, limit })) }
}

/** Where a resource is, and when it came to be as it is. */
export function metaOf(
  kind: 'User' | 'Group',
  { id, created_at, changed_at }: { id: string; created_at: number; changed_at: number },
  base: string,
) {
  return {
    resourceType: kind,
    created: new Date(created_at * 1000).toISOString(),
    lastModified: new Date(changed_at * 1000).toISOString(),
    location: `${base}/scim/v2/${kind}s/${id}`,
  }
}
