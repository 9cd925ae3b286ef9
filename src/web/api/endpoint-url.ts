import { pathParameter } from '#contract/common/problem.ts'
import { endpoints, type EndpointName } from '#contract/endpoints.ts'

/** Where the API lives, on our own origin. */
export const apiBase = '/api/v2'

/** Address of an endpoint: path parameters percent-encoded, list values repeated in the query. */
export function endpointUrl(
  name: EndpointName,
  params: Record<string, string> = {},
  query: object = {},
): string {
  const path = endpoints[name].path.replace(pathParameter, (_, rest: string, key: string) => {
    const value = params[key]
    if (value === undefined) throw new Error(`${name} needs the path parameter ${key}`)
    return rest ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value)
  })
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) search.append(key, String(one))
    }
  }
  const suffix = search.toString()
  return apiBase + path + (suffix && `?${suffix}`)
}
