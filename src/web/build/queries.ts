import { getBuildStatistics, listBuildSummaries } from '#contract/build/build.ts'
import type { QueryInputOf } from '#contract/common/endpoint.ts'
import { daySeconds, firstDayOf } from '#domain/common/days.ts'
import { askedQuery } from '#web/api/endpoint-query.ts'
import { queryOf } from '#web/api/search-params.ts'
import { archivedOf } from '#web/table/archived-flows.ts'
import { type TimeRangeName, rangeLabels, timesOf } from '#web/table/time-range.ts'
import { stampOf } from '#web/ui/time-text.ts'

/** Search of the list of builds: the API's own query, or a relative range. */
export type BuildSearch = QueryInputOf<typeof listBuildSummaries> &
  WindowSearch & { ignored?: unknown }

/** Query for the service now. */
export const buildQueryOf = <S extends WindowSearch & Pick<BuildSearch, 'archived'>>(
  search: S,
) => ({
  ...buildWindowOf(search),
  ...archivedOf(search),
})

/** A page of builds. A relative range turns into a time when the service is asked. */
export function buildListQuery(org: string, search: BuildSearch) {
  const asked = queryOf(search)
  return askedQuery(listBuildSummaries, { org }, asked, () => buildQueryOf(asked))
}

/** How many builds the same search has, by day and verdict. */
export function buildStatisticsQuery(org: string, search: BuildSearch) {
  const { page: _, per_page: __, ...asked } = queryOf(search)
  return askedQuery(getBuildStatistics, { org }, asked, () => buildQueryOf(asked))
}

/** The window of builds in the URL: relative, or between two moments; 28 days up to now by itself. */
interface WindowSearch {
  range?: TimeRangeName | undefined
  start_ts?: number | null | undefined
  end_ts?: number | null | undefined
}

/** The window as filters of lists know it. */
export const timesOfWindow = ({ range, start_ts, end_ts }: WindowSearch) => ({
  range,
  from_timestamp: start_ts,
  to_timestamp: end_ts,
})

/** Query of builds now: the search with moments in place of a relative range. */
export function buildWindowOf<S extends WindowSearch>(
  search: S,
  now = Date.now() / 1_000,
): Omit<S, keyof WindowSearch> & { start_ts: number; end_ts?: number } {
  const { range: _, start_ts: __, end_ts: ___, ...rest } = search
  const { from_timestamp: start, to_timestamp: end } = timesOf(timesOfWindow(search), now)
  return {
    ...rest,
    start_ts: start ?? firstDayOf(defaultDays, end ?? now),
    ...(end !== undefined && { end_ts: end }),
  }
}

const defaultDays = 28

/** Which window it is, and between which moments: "Last 28 days (default): 24 Oct …". */
export function windowText(search: WindowSearch, now: number): string {
  const { start_ts: start, end_ts: end } = buildWindowOf(search, now)
  const moments = `${minuteOf(start)} to ${minuteOf(end ?? now)} UTC`
  if (search.start_ts == null && end === undefined) {
    return search.range
      ? `${rangeLabels[search.range].replace(/^./, (first) => first.toUpperCase())}: ${moments}`
      : `Last ${defaultDays} days (default): ${moments}`
  }
  if (search.start_ts == null) return `${defaultDays} days: ${moments}`
  return end === undefined ? `${minuteOf(start)} UTC up to now` : moments
}

/** "20 Nov 08:58". */
const minuteOf = (at: number) => stampOf(at).replace(/:\d\d UTC$/, '')

/** The window of one UTC day, as far as it lies in a larger one. */
export function windowOfDay(day: number, within: { start_ts: number; end_ts: number }) {
  return {
    range: undefined,
    start_ts: Math.max(day, within.start_ts),
    end_ts: Math.min(day + daySeconds - 0.001, within.end_ts),
  }
}
