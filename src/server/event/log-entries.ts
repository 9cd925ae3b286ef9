import type { LoggedEvent } from '#contract/event/event.ts'
import type { ReportingRules } from '#domain/environment/stale-report.ts'
import type { EvidenceLimits } from '#domain/verdict/evidence-age.ts'
import { qualifiersOf } from '#domain/verdict/qualifiers.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import {
  findPosition,
  listLog,
  type LogFilters,
  type LogPosition,
  type LogRow,
  type LogStretch,
} from './log-queries.ts'
import { findSilencePosition, listSilenceEvents, type SilenceEventRow } from './silence-queries.ts'

/** An entry of the log: an event of an artifact, or the begin or the end of a silence. */
export type LogEntry = LogRow | SilenceEventRow

/** Whether an entry is the begin or the end of a silence. */
export const isOfSilence = (entry: LogEntry): entry is SilenceEventRow =>
  'last_reported_at' in entry

const isNewer = (a: LogPosition, b: LogPosition) =>
  a.recorded_at === b.recorded_at ? a.id > b.id : a.recorded_at > b.recorded_at

/** The entries nearest to a position, newest first. */
export async function listEntries(
  org: OrgDatabase,
  filters: LogFilters,
  stretch: LogStretch,
  rules: ReportingRules,
): Promise<LogEntry[]> {
  const [events, silences] = await Promise.all([
    listLog(org, filters, stretch),
    listSilenceEvents(org, filters, stretch, rules),
  ])
  const all = [...events, ...silences].sort((a, b) => (isNewer(a, b) ? -1 : 1))
  return stretch.side === 'older' ? all.slice(0, stretch.limit) : all.slice(-stretch.limit)
}

/** Finds the position of an entry in the log; undefined if unknown. */
export const findEntry = async (org: OrgDatabase, id: string): Promise<LogPosition | undefined> =>
  (await findPosition(org, id)) ?? findSilencePosition(org, id)

/** Serializes the begin or the end of a silence: what was known last holds no more, or again. */
export function silenceEntry(row: SilenceEventRow, limits: EvidenceLimits): LoggedEvent {
  const { state, carriers, from, to, last_reported_at, recorded_at } = row
  const qualifiers = qualifiersOf(carriers, { ...limits, now: recorded_at })
  const side = (is_stale: boolean) => ({ state, qualifiers, is_stale })
  const isBegin = row.type === 'fell-silent'
  return {
    event_id: row.id,
    environment_name: row.environment_name,
    snapshot_index: row.snapshot_index,
    type: row.type,
    artifact_name: '',
    fingerprint: '',
    was: 0,
    now: 0,
    recorded_at,
    compliant: state,
    replaced: null,
    replaced_by: null,
    flip: { from: side(!isBegin), to: side(isBegin) },
    silence: { from, to, last_reported_at },
    cause: null,
    ...nothing,
  }
}

/** What an event tells of the build of its artifact where that is unknown. */
export const nothing = {
  flow_name: null,
  trail_name: null,
  git_commit: null,
  commit_url: null,
  commit_author: null,
  code_diff: null,
}
