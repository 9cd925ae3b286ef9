import { countAuditLog, getAuditEntry, listAuditLog } from '#contract/audit-log/audit-log.ts'
import { askedQuery, endpointQuery } from '#web/api/endpoint-query.ts'
import { type TimeRangeName, windowNow } from '#web/table/time-range.ts'
import { groupLabels, kindLabels, objectLabels, resultLabels } from './kind-labels.ts'

/** Search parameters of the audit log; what is no known value is ignored. */
export interface AuditSearch {
  actor?: string
  action?: string[]
  group?: string[]
  object_type?: string
  object?: string
  result?: string
  range?: TimeRangeName
  from?: number
  to?: number
  /** Place in the log: entries before it are shown. */
  before?: number
  /** The entry that is open. */
  entry?: string
  ignored?: Record<string, string[]>
}

/** Filters with values that the service knows. */
export interface AuditFilters {
  actor: string | undefined
  action: (keyof typeof kindLabels)[] | undefined
  group: (keyof typeof groupLabels)[] | undefined
  object_type: keyof typeof objectLabels | undefined
  object: string | undefined
  result: keyof typeof resultLabels | undefined
  range: TimeRangeName | undefined
  from: number | undefined
  to: number | undefined
}

/** The filters with the position in the log, and what is no known value. */
export type AuditListSearch = AuditFilters & Pick<AuditSearch, 'before' | 'ignored'>

const isIn = <K extends string>(labels: Record<K, string>, value: string): value is K =>
  Object.hasOwn(labels, value)

/** The values that the service knows, if there are any. */
function knownOf<K extends string>(
  labels: Record<K, string>,
  values: readonly string[] = [],
): K[] | undefined {
  const known = values.filter((one) => isIn(labels, one))
  return known.length > 0 ? known : undefined
}

/** The filters that a search holds, and those that nobody knows. */
export function filtersIn(search: AuditSearch): {
  filters: AuditFilters
  ignored: Record<string, string[]> | undefined
} {
  const { actor, action, group, object_type = '', object, result = '', range, from, to } = search
  const unknown = {
    action: action?.filter((one) => !isIn(kindLabels, one)) ?? [],
    group: group?.filter((one) => !isIn(groupLabels, one)) ?? [],
    object_type: isIn(objectLabels, object_type) ? [] : [object_type],
    result: isIn(resultLabels, result) ? [] : [result],
  }
  const named = Object.entries(unknown)
    .map(([name, values]) => [name, values.filter(Boolean)] as const)
    .filter(([, values]) => values.length > 0)
  const ignored = { ...search.ignored, ...Object.fromEntries(named) }
  return {
    filters: {
      ...{ actor, object, range, from, to },
      action: knownOf(kindLabels, action),
      group: knownOf(groupLabels, group),
      object_type: knownOf(objectLabels, [object_type])?.[0],
      result: knownOf(resultLabels, [result])?.[0],
    },
    ignored: Object.keys(ignored).length > 0 ? ignored : undefined,
  }
}

/** Query of the log now: a relative range turns into a moment. */
export const auditQueryOf = ({ range, from, to, ...rest }: AuditFilters) => ({
  ...rest,
  ...windowNow({ range, from, to }),
})

/** Entries before a position, newest first; by the range and not by the moments that it means now. */
export const auditLogQuery = (org: string, { ignored: _, before, ...filters }: AuditListSearch) =>
  askedQuery(listAuditLog, { org }, { ...filters, before }, () => ({
    ...auditQueryOf(filters),
    before,
  }))

/** How many entries there are in each hour or day. */
export const auditCountsQuery = (org: string, filters: AuditFilters) =>
  askedQuery(countAuditLog, { org }, filters, () => auditQueryOf(filters))

/** One entry with all that it says. */
export const auditEntryQuery = (org: string, id: string) =>
  endpointQuery(getAuditEntry, { org, id })
