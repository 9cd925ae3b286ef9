import { isReadBelowArchivable } from '#contract/common/archived.ts'
import type { Endpoint } from '#contract/common/endpoint.ts'
import { pathParameter } from '#contract/common/problem.ts'

/** Where the API lives, on our own origin. */
export const apiBase = '/api/v2'

/** Pages show a flow or environment at one address, whether it is archived or not. */
const included = { archived: 'include' }

/**
 * Address of an endpoint: path parameters percent-encoded, list values repeated in the query. What is
 * archived is read like everything else unless the query says otherwise.
 */
export function endpointUrl(
  endpoint: Endpoint,
  params: Record<string, string> = {},
  query: object = {},
): string {
  const path = endpoint.path.replace(pathParameter, (_, rest: string, key: string) => {
    const value = params[key]
    if (value === undefined) throw new Error(`${endpoint.name} needs the path parameter ${key}`)
    return rest ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value)
  })
  const search = new URLSearchParams()
  const sent = isReadBelowArchivable(endpoint) ? { ...included, ...query } : query
  for (const [key, value] of Object.entries(sent)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) search.append(key, String(one))
    }
  }
  const suffix = search.toString()
  return apiBase + path + (suffix && `?${suffix}`)
}
