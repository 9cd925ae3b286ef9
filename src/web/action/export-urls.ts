import type { Endpoint } from '#contract/common/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { endpointUrl } from '../api/endpoint-url.ts'

/** Endpoints that give a whole list as a file. */
export type ExportName = {
  [N in keyof Endpoints]: Endpoints[N] extends Endpoint & { response: 'export' } ? N : never
}[keyof Endpoints]

const forms = [
  ['CSV', 'csv'],
  ['NDJSON', 'ndjson'],
  ['JSON', 'json'],
] as const

/** Addresses of a list as files: its filters and order, whichever page is shown. */
export function exportUrls(name: ExportName, params: Record<string, string>, shown: object) {
  // What stands in the path is not asked again.
  const inPath = Object.fromEntries(Object.keys(params).map((name) => [name, null]))
  const asked = { ...shown, ...inPath, page: null, per_page: null }
  return forms.map(([label, format]) => ({
    label,
    href: endpointUrl(name, params, { ...asked, format }),
  }))
}
