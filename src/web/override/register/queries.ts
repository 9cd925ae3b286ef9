import type { QueryInputOf } from '#contract/common/endpoint.ts'
import { countOverrides } from '#contract/override/bulk-override.ts'
import { askedQuery } from '#web/api/endpoint-query.ts'
import { type TimeSearch, timesNow } from '#web/table/time-range.ts'

/** Filters of the count of overrides by day. */
export type CountSearch = Omit<
  NonNullable<QueryInputOf<typeof countOverrides>>,
  'from_timestamp' | 'to_timestamp'
> &
  TimeSearch

/** How many overrides stood day by day, and who made them. */
export function countsQuery(org: string, search: CountSearch) {
  const { flow_name, attestation_type, created_by, direction, state, expires_before } = search
  const { reviewed, range, from_timestamp, to_timestamp } = search
  const filters = {
    ...{ flow_name, attestation_type, created_by, direction, state, expires_before, reviewed },
    ...{ range, from_timestamp, to_timestamp },
  }
  return askedQuery(countOverrides, { org }, filters, () => timesNow(filters))
}
