import type { QueryOf } from '#contract/common/endpoint.ts'
import type { EnvironmentEvent, listEnvironmentEvents } from '#contract/event/event.ts'
import type { SnapshotChange } from '#contract/snapshot/snapshot.ts'
import { describeEvent } from '#domain/event/event-days.ts'
import { parseSnapshotRange, parseRangeEnd } from '#domain/snapshot/snapshot-range.ts'
import { environmentOfPath } from '#server/environment/load-environment.ts'
import { listAllMemberIds } from '#server/environment/queries.ts'
import { clampInstant } from '#server/platform/clock.ts'
import { fieldProblem } from '#server/platform/problem.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { loadProvenance, type Provenance } from '#server/snapshot/load-provenance.ts'
import { findSnapshot, stateOf } from '#server/snapshot/queries.ts'
import { type EventFilters, type EventRow, listEvents } from './queries.ts'

type Query = QueryOf<typeof listEnvironmentEvents>
type Limits = Pick<EventFilters, 'from' | 'to' | 'before'>

const lowest = (values: number[]) => (values.length > 0 ? clampInstant(Math.min(...values)) : null)

/** Intersects limits: the narrowest of each, among instants that days can be counted of. */
function narrow(limits: readonly Partial<Limits>[]): Limits {
  const present = (name: keyof Limits) => limits.flatMap((one) => one[name] ?? [])
  const from = present('from')
  return {
    from: from.length > 0 ? clampInstant(Math.max(...from)) : null,
    to: lowest(present('to')),
    before: lowest(present('before')),
  }
}

/** Parses the limits of a list of events. @throws Problem 400 naming the field */
async function limitsOf(context: OrgContext, environmentId: string, query: Query): Promise<Limits> {
  const { org } = context
  const now = context.clock()
  const isOfSnapshots = Boolean(query.interval || query.start || query.end)
  const length = isOfSnapshots ? (await stateOf(org, environmentId)).snapshot_index : 0
  const begin = async (index: number) =>
    index > length
      ? Number.POSITIVE_INFINITY
      : ((await findSnapshot(org, environmentId, Math.max(1, index)))?.created_at ?? 0)
  const interval = parseSnapshotRange(query.interval ?? '', length)
  if (!interval) throw fieldProblem('interval', 'Input should be an interval A..B', query.interval)
  const ends = { start: query.start || null, end: query.end || null }
  const read = (field: keyof typeof ends) => {
    const text = ends[field]
    if (text === null) return null
    const end = parseRangeEnd(text, now)
    if (end) return end
    const rule = 'Input should be an index, NOW, or a time that long ago such as 2days'
    throw fieldProblem(field, rule, text)
  }
  const [start, end] = [read('start'), read('end')]
  const limits: Partial<Limits>[] = [
    { from: query.start_ts ?? null, to: query.end_ts ?? null },
    { from: query.from ?? null, to: query.to ?? null },
  ]
  if (query.interval) {
    const { first, last } = interval
    limits.push({ from: first > last ? Number.POSITIVE_INFINITY : await begin(first) })
    if (last < length) limits.push({ before: await begin(last + 1) })
  }
  if (start) limits.push({ from: 'at' in start ? start.at : await begin(start.index) })
  if (end && 'at' in end) limits.push({ to: end.at })
  else if (end && end.index < length) limits.push({ before: await begin(end.index + 1) })
  return narrow(limits)
}

/** Serializes an event. */
function eventItem(context: OrgContext, row: EventRow, provenance: Provenance): EnvironmentEvent {
  const { links, orgName } = context
  const flows = provenance.of({
    fingerprint: row.fingerprint,
    started_index: row.snapshot_index,
    started_at: row.recorded_at,
  })
  const [first] = flows
  const name = row.environment_name
  return {
    environment_name: name,
    snapshot_index: row.snapshot_index,
    artifact_name: row.name,
    sha256: row.fingerprint,
    description: describeEvent(row.was, row.now),
    reported_at: row.recorded_at,
    pipeline: first?.flow_name ?? '',
    deployments: [],
    flows: flows.map(({ flow_name }) => ({ flow_name, deployments: null })),
    artifact_compliance: row.compliant,
    snapshot_compliance: row.snapshot_state === true,
    type: row.type as SnapshotChange,
    code_diff: first?.deployment_diff?.diff_url ?? null,
    _links: {
      artifact: first
        ? {
            self: links.api('artifacts', orgName, [
              first.flow_name,
              'fingerprint',
              row.fingerprint,
            ]),
            html: first.html_url,
          }
        : null,
      snapshot: {
        self: links.api(
          'snapshots',
          orgName,
          [name, String(row.snapshot_index)],
          row.environment_archived,
        ),
        html: links.snapshot(orgName, name, row.snapshot_index),
      },
    },
  }
}

/** Lists the events of an environment; of a logical one, those of its members too. */
export async function eventsOfEnvironment(
  context: OrgContext,
  name: string,
  query: Query,
): Promise<EnvironmentEvent[]> {
  const environment = await environmentOfPath(context, name)
  const { org } = context
  const limits = await limitsOf(context, environment.id, query)
  const members = environment.type === 'logical' ? await listAllMemberIds(org, environment.id) : []
  const environmentIds = [environment.id, ...members]
  const filters = { environmentIds, repoNames: query.repo_name ?? [], ...limits }
  const rows = await listEvents(org, filters, query, query.reverse ? 'asc' : 'desc')
  return presentEvents(context, rows)
}

/** Serializes events with the provenance of their artifacts. */
async function presentEvents(context: OrgContext, rows: EventRow[]): Promise<EnvironmentEvent[]> {
  const provenances = new Map<string, Provenance>()
  for (const id of new Set(rows.map((row) => row.environment_id))) {
    const own = rows.filter((row) => row.environment_id === id)
    provenances.set(id, await loadProvenance(context, id, new Set(), own, { withReasons: false }))
  }
  return rows.flatMap((row) => {
    const provenance = provenances.get(row.environment_id)
    return provenance ? [eventItem(context, row, provenance)] : []
  })
}
