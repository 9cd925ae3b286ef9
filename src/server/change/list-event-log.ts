import type { QueryOf } from '#contract/endpoint.ts'
import {
  type countEventLog as countEndpoint,
  type EventDays,
  type EventLog,
  eventTypes,
  type listEventLog as listEndpoint,
  type LoggedEvent,
} from '#contract/event-log.ts'
import { countEventDays } from '#domain/event-days.ts'
import type { OrgContext } from '../handler.ts'
import { notFound } from '../problem.ts'
import {
  countLogDays,
  findPlace,
  listLog,
  type LogFilters,
  type LogPlace,
  type LogRow,
  pickEnvironments,
} from '../snapshot/log-queries.ts'
import { windowOf } from '../window.ts'
import { loadBuilds } from './builds-of-events.ts'

type Query = QueryOf<typeof listEndpoint>

/** How many newer events are shown above one that is asked for. */
const above = 10
const usualDays = 7
const allButScaling = eventTypes.filter((type) => type !== 'scaled')

async function filtersOf(
  { org }: OrgContext,
  query: QueryOf<typeof countEndpoint>,
): Promise<LogFilters> {
  const [names, tags] = [query.environment ?? [], query.tag ?? []]
  const isNarrowed = names.length + tags.length > 0
  return {
    environmentIds: isNarrowed ? await pickEnvironments(org, { names, tags }) : null,
    types: query.event?.length ? query.event : allButScaling,
    from: query.from ?? null,
    to: query.to ?? null,
    repoNames: query.repo_name ?? [],
    flowNames: query.flow_name ?? [],
    fingerprint: query.fingerprint || null,
  }
}

/** Events around what a query names, newest first. @throws Problem 404 for an unknown event */
async function rowsAsked(context: OrgContext, filters: LogFilters, query: Query) {
  const { org } = context
  const id = query.event_id || query.before || query.after
  const place = id ? await placeOf(context, id) : null
  // One more than asked for tells whether there is more.
  const limit = query.per_page + 1
  if (place && !query.event_id && !query.before) {
    const rows = await listLog(org, filters, { place, side: 'newer', limit })
    const hasNewer = rows.length > query.per_page
    return { rows: rows.slice(-query.per_page), hasNewer, hasOlder: true }
  }
  const isAround = Boolean(query.event_id)
  const [newer, older] = await Promise.all([
    isAround ? listLog(org, filters, { place, side: 'newer', limit: above + 1 }) : [],
    listLog(org, filters, { place, side: 'older', isWithPlace: isAround, limit }),
  ])
  return {
    rows: [...newer.slice(-above), ...older.slice(0, query.per_page)],
    hasNewer: isAround ? newer.length > above : place !== null,
    hasOlder: older.length > query.per_page,
  }
}

async function placeOf({ org }: OrgContext, id: string): Promise<LogPlace> {
  const place = await findPlace(org, id)
  if (!place) throw notFound(`Event '${id}' not found`)
  return place
}

/** The last event before the window of an empty list, where there is one. */
async function lastBefore(
  { org }: OrgContext,
  filters: LogFilters,
): Promise<EventLog['last_before']> {
  if (filters.from === null) return null
  const place = { recorded_at: filters.from, id: '' }
  const wide = { ...filters, from: null, to: null }
  const [row] = await listLog(org, wide, { place, side: 'older', limit: 1 })
  return row ? { event_id: row.id, recorded_at: row.recorded_at } : null
}

/** Lists what happened in environments, newest first (product.md 3.14). @throws Problem 404 */
export async function listEventLog(context: OrgContext, query: Query): Promise<EventLog> {
  const filters = await filtersOf(context, query)
  const { rows, hasNewer, hasOlder } = await rowsAsked(context, filters, query)
  const builds = await loadBuilds(context, rows)
  return {
    events: rows.map((row) => loggedEvent(row, builds.of(row))),
    older: hasOlder ? (rows.at(-1)?.id ?? null) : null,
    newer: hasNewer ? (rows[0]?.id ?? null) : null,
    last_before: rows.length === 0 ? await lastBefore(context, filters) : null,
  }
}

type Build = Pick<
  LoggedEvent,
  'flow_name' | 'trail_name' | 'git_commit' | 'commit_url' | 'commit_author' | 'code_diff'
>

const loggedEvent = (row: LogRow, build: Build): LoggedEvent => ({
  event_id: row.id,
  environment_name: row.environment_name,
  snapshot_index: row.snapshot_index,
  type: row.type,
  artifact_name: row.name,
  fingerprint: row.fingerprint,
  was: row.was,
  now: row.now,
  recorded_at: row.recorded_at,
  compliant: row.compliant,
  cause: row.cause,
  ...build,
})

/** Counts what happened in environments, day by day (product.md 3.14). @throws Problem 400 */
export async function countEventLog(
  context: OrgContext,
  query: QueryOf<typeof countEndpoint>,
): Promise<EventDays> {
  const window = windowOf(query, context.clock(), { usualDays })
  const filters = { ...(await filtersOf(context, query)), ...window }
  const counts = window.from <= window.to ? await countLogDays(context.org, filters) : []
  return { ...window, days: countEventDays(window, counts) }
}
