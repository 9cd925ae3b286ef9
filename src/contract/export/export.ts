import * as z from 'zod/mini'

/** File formats of exported lists. */
const exportFormats = ['csv', 'ndjson', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Query parameter of every export. */
export const exportFormat = { format: z._default(z.enum(exportFormats), 'csv') }
/** Parameters of lists that an export has not: it is whole. */
export const pagingParameters = { page: true, per_page: true } as const

/** Parameters that exports have in common. */
export const download = { method: 'GET', response: 'export' } as const

/** Scope of an export: in the header `X-Cairn-Scope`, and at the end of JSON and NDJSON. */
export interface ExportScope {
  organization: string
  list:
    | 'flows'
    | 'trails'
    | 'matrix'
    | 'attestations'
    | 'artifacts'
    | 'builds'
    | 'environments'
    | 'members'
    | 'service-accounts'
    | 'policies'
    | 'attached-policies'
    | 'controls'
    | 'control-environments'
    | 'requirements'
    | 'decisions'
    | 'overrides'
    | 'exceptions'
    | 'notifications'
    | 'snapshots'
    | 'running'
    | 'audit-log'
    | 'events'
    | 'deployments'
    | 'allow-list'
    | 'comparison'
    | 'deliveries'
  /** The list's own filters and order, without what was left out. */
  filter: Record<string, unknown>
  /** Unix seconds; records made later are not included. */
  as_of: number
}
