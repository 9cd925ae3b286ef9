import type { QueryOf } from '#contract/common/endpoint.ts'
import type { GitCommitInfo } from '#contract/common/git.ts'
import {
  type listEventLog as listEndpoint,
  loggedTypes,
  type countEventLog as countEndpoint,
  type EventLog,
  type LoggedEvent,
  type EventDays,
} from '#contract/event/event.ts'
import { codeDiffUrl } from '#domain/deployment/code-diff.ts'
import type { ReportingRules } from '#domain/environment/stale-report.ts'
import { countEventDays } from '#domain/event/event-days.ts'
import { readProvenance } from '#server/deployment/read-provenance.ts'
import { listArtifactsById } from '#server/evaluation/provenance-queries.ts'
import { freshnessAt } from '#server/organization/settings.ts'
import { notFound } from '#server/platform/problem.ts'
import { parseTimeWindow } from '#server/platform/clock.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { findFlips, maxFlips } from './flip-queries.ts'
import {
  findEntry,
  flipOfSilence,
  isOfSilence,
  listEntries,
  type LogStep,
  nothing,
  readEventQualifiers,
  readLogSteps,
  silenceEntry,
} from './log-entries.ts'
import {
  type LogFilters,
  pickEnvironments,
  type LogPosition,
  type LogRow,
  type LogStretch,
  countLogDays,
} from './log-queries.ts'
import { countSilenceDays, listSilenceEvents } from './silence-queries.ts'

interface About {
  environment_id: string
  snapshot_index: number
  fingerprint: string
}

/** Loads how the artifacts of events were built: in the flow that knew each first. */
async function loadBuilds({ org }: OrgContext, events: readonly About[]) {
  const fingerprints = [...new Set(events.map((event) => event.fingerprint))].filter(Boolean)
  const environmentIds = [...new Set(events.map((event) => event.environment_id))]
  const { records, deployments } = await readProvenance(org, { environmentIds, fingerprints })
  const ids = deployments.flatMap((one) => one.previous?.artifact_id ?? [])
  const previous = await listArtifactsById(org, [...new Set(ids)])
  const previousById = new Map(previous.map((artifact) => [artifact.id, artifact]))
  const keyOf = (about: About, flow: string, name: string | null) =>
    JSON.stringify([about.environment_id, about.snapshot_index, about.fingerprint, flow, name])
  const deploymentsByKey = new Map(
    deployments.map((one) => [keyOf(one, one.flow_id, one.template_reference_name), one]),
  )
  const firstOf = new Map<string, (typeof records)[number]>()
  for (const record of records) {
    const known = firstOf.get(record.fingerprint)
    if (!known || record.first_reported_at < known.first_reported_at) {
      firstOf.set(record.fingerprint, record)
    }
  }
  return {
    of(event: About) {
      const artifact = firstOf.get(event.fingerprint)
      if (!artifact) return nothing
      const { flow_id, template_reference_name: name } = artifact
      const deployment = deploymentsByKey.get(keyOf(event, flow_id, name ?? ''))
      const before = previousById.get(deployment?.previous?.artifact_id ?? '')
      const info = artifact.git_commit_info as GitCommitInfo | null
      return {
        flow_name: artifact.flow_name,
        trail_name: artifact.trail_name,
        git_commit: artifact.git_commit,
        commit_url: artifact.commit_url,
        commit_author: info?.author || null,
        code_diff: before ? codeDiffUrl(before, artifact) : null,
      }
    },
  }
}

type Query = QueryOf<typeof listEndpoint>

/** Number of newer events shown above a requested one. */
const above = 10
const defaultDays = 7
const allButScaling = loggedTypes.filter((type) => type !== 'scaled')

async function filtersOf(
  { org }: OrgContext,
  query: QueryOf<typeof countEndpoint> & Pick<Query, 'flips'>,
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
    verdicts: query.verdict ?? [],
    isOfFlips: query.flips === true,
  }
}

/**
 * Reads events around the one that a query names, newest first.
 * @throws Problem 404 for an unknown event
 */
async function rowsAround(
  context: OrgContext,
  filters: LogFilters,
  query: Query,
  rules: ReportingRules,
) {
  const { org } = context
  const id = query.event_id || query.before || query.after
  const position = id ? await positionOf(context, id) : null
  // One more than requested shows whether there are more.
  const limit = query.per_page + 1
  if (position && !query.event_id && !query.before) {
    const rows = await listEntries(org, filters, { position, side: 'newer', limit }, rules)
    const hasNewer = rows.length > query.per_page
    return { rows: rows.slice(-query.per_page), hasNewer, hasOlder: true }
  }
  const isAround = Boolean(query.event_id)
  const [newer, older] = await Promise.all([
    isAround ? listEntries(org, filters, { position, side: 'newer', limit: above + 1 }, rules) : [],
    listEntries(org, filters, { position, side: 'older', isInclusive: isAround, limit }, rules),
  ])
  return {
    rows: [...newer.slice(-above), ...older.slice(0, query.per_page)],
    hasNewer: isAround ? newer.length > above : position !== null,
    hasOlder: older.length > query.per_page,
  }
}

async function positionOf({ org }: OrgContext, id: string): Promise<LogPosition> {
  const position = await findEntry(org, id)
  if (!position) throw notFound(`Event '${id}' not found`)
  return position
}

/** Finds the last event before the window of an empty list, if there is one. */
async function lastBefore(
  { org }: OrgContext,
  filters: LogFilters,
  rules: ReportingRules,
): Promise<EventLog['last_before']> {
  if (filters.from === null) return null
  const position = { recorded_at: filters.from, id: '', snapshot: null }
  const wide = { ...filters, from: null, to: null }
  const [row] = await listEntries(org, wide, { position, side: 'older', limit: 1 }, rules)
  return row ? { event_id: row.id, recorded_at: row.recorded_at } : null
}

/** Lists events of environments, newest first. @throws Problem 404 */
export async function listEventLog(context: OrgContext, query: Query): Promise<EventLog> {
  const filters = await filtersOf(context, query)
  const rules = await freshnessAt(context.org, context.clock())
  const { rows, hasNewer, hasOlder } = await rowsAround(context, filters, query, rules)
  const events = rows.filter((row) => !isOfSilence(row))
  const [builds, steps, qualifiersOf] = await Promise.all([
    loadBuilds(context, events),
    readLogSteps(context.org, events, rules),
    readEventQualifiers(context.org, events, rules),
  ])
  return {
    events: rows.map((row) =>
      isOfSilence(row)
        ? silenceEntry(row, rules)
        : loggedEvent(row, { ...builds.of(row), ...steps.of(row), qualifiers: qualifiersOf(row) }),
    ),
    older: hasOlder ? (rows.at(-1)?.id ?? null) : null,
    newer: hasNewer ? (rows[0]?.id ?? null) : null,
    last_before: rows.length === 0 ? await lastBefore(context, filters, rules) : null,
  }
}

type Build = Pick<
  LoggedEvent,
  | 'flow_name'
  | 'trail_name'
  | 'git_commit'
  | 'commit_url'
  | 'commit_author'
  | 'code_diff'
  | 'qualifiers'
> &
  LogStep

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
  silence: null,
  cause: row.cause,
  ...build,
})

/** Counts events of environments, day by day. @throws Problem 400 */
export async function countEventLog(
  context: OrgContext,
  query: QueryOf<typeof countEndpoint>,
): Promise<EventDays> {
  const window = parseTimeWindow(query, context.clock(), { defaultDays: defaultDays })
  const filters = { ...(await filtersOf(context, query)), ...window }
  const isEmpty = window.from > window.to
  const rules = await freshnessAt(context.org, context.clock())
  if (isEmpty) return { ...window, days: countEventDays(window, []), flips: 0, newest_flips: [] }
  const newest: LogStretch = { position: null, side: 'older', limit: maxFlips }
  const [events, silences, { flips, newest_flips }, ends] = await Promise.all([
    countLogDays(context.org, filters),
    countSilenceDays(context.org, filters, rules),
    findFlips(context.org, filters, rules),
    listSilenceEvents(context.org, filters, newest, rules),
  ])
  const all = [...newest_flips, ...ends.map((row) => flipOfSilence(row, rules))]
  return {
    ...window,
    days: countEventDays(window, [...events, ...silences]),
    flips: silences.reduce((sum, { count }) => sum + count, flips),
    newest_flips: all.sort((a, b) => b.at - a.at).slice(0, maxFlips),
  }
}
