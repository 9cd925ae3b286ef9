import type { Qualifiers } from '#contract/verdict/qualifiers.ts'
import type { LoggedEvent, VerdictFlip } from '#contract/event/event.ts'
import type { ReportingRules } from '#domain/environment/stale-report.ts'
import type { EvidenceLimits } from '#domain/verdict/evidence-age.ts'
import { noStoredQualifiers } from '#domain/verdict/stored-qualifiers.ts'
import { qualifiersOf, totalQualifiers } from '#domain/verdict/qualifiers.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { listVerdictsOf } from '#server/evaluation/verdict-queries.ts'
import type { Freshness } from '#server/organization/settings.ts'
import { type FlipRow, listFlips, listFlipsAmong } from './flip-queries.ts'
import {
  findPosition,
  listLog,
  listLogRows,
  type LogFilters,
  type LogPosition,
  type LogRow,
  type LogStretch,
} from './log-queries.ts'
import { readChanges } from './read-changes.ts'
import { findSilencePosition, listSilenceEvents, type SilenceEventRow } from './silence-queries.ts'

/** An entry of the log: an event of an artifact, or the begin or the end of a silence. */
type LogEntry = LogRow | SilenceEventRow

/** Whether an entry is the begin or the end of a silence. */
export const isOfSilence = (entry: LogEntry): entry is SilenceEventRow =>
  'last_reported_at' in entry

const isNewer = (a: LogEntry, b: LogEntry) =>
  a.recorded_at === b.recorded_at ? a.id > b.id : a.recorded_at > b.recorded_at

/** Flips of one instant are in the order of their snapshots, below silences. */
const isNewerFlip = (a: LogEntry, b: LogEntry) => {
  const both = [a, b].map((one) => (isOfSilence(one) ? 1 : 0))
  if (a.recorded_at !== b.recorded_at || both[0] || both[1]) return isNewer(a, b)
  return a.environment_id === b.environment_id
    ? a.snapshot_index > b.snapshot_index
    : a.environment_id > b.environment_id
}

/** The flips nearest to a position, each by the event that caused it. */
async function listFlipEvents(org: OrgDatabase, filters: LogFilters, stretch: LogStretch) {
  const snapshots = await listFlips(org, filters, stretch)
  const changes = await readChanges(org, snapshots)
  return listLogRows(
    org,
    snapshots.flatMap((snapshot) => changes.causeOf(snapshot) ?? []),
  )
}

/** The entries nearest to a position, newest first. */
export async function listEntries(
  org: OrgDatabase,
  filters: LogFilters,
  stretch: LogStretch,
  rules: ReportingRules,
): Promise<LogEntry[]> {
  const [events, silences] = await Promise.all([
    (filters.isOfFlips ? listFlipEvents : listLog)(org, filters, stretch),
    listSilenceEvents(org, filters, stretch, rules),
  ])
  const isAbove = filters.isOfFlips ? isNewerFlip : isNewer
  const all = [...events, ...silences].sort((a, b) => (isAbove(a, b) ? -1 : 1))
  return stretch.side === 'older' ? all.slice(0, stretch.limit) : all.slice(-stretch.limit)
}

/** Finds the position of an entry in the log; undefined if unknown. */
export const findEntry = async (org: OrgDatabase, id: string): Promise<LogPosition | undefined> =>
  (await findPosition(org, id)) ?? findSilencePosition(org, id)

/** Serializes the begin or the end of a silence: what was known last holds no more, or again. */
export function silenceEntry(row: SilenceEventRow, limits: EvidenceLimits): LoggedEvent {
  const { state, carriers, from, to, last_reported_at, recorded_at } = row
  const qualifiers = qualifiersOf(carriers, { ...limits, now: recorded_at })
  const before = qualifiersOf(row.previous_carriers, { ...limits, now: recorded_at })
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
    qualifiers: state ? qualifiers : null,
    replaced: null,
    replaced_by: null,
    flip: {
      from: { state: row.previous_state, qualifiers: before, is_stale: !isBegin },
      to: { state, qualifiers, is_stale: isBegin },
    },
    silence: { from, to, last_reported_at },
    cause: null,
    ...nothing,
  }
}

/** Returns the verdict that the begin or the end of a silence makes of the known one. */
export function flipOfSilence(row: SilenceEventRow, limits: EvidenceLimits): VerdictFlip {
  const { environment_name, snapshot_index, recorded_at: at, state, carriers } = row
  const qualifiers = qualifiersOf(carriers, { ...limits, now: at })
  const is_stale = row.type === 'fell-silent'
  return { environment_name, snapshot_index, at, state, qualifiers, was_stale: !is_stale, is_stale }
}

/** Build of an event's artifact where that is unknown. */
export const nothing = {
  flow_name: null,
  trail_name: null,
  git_commit: null,
  commit_url: null,
  commit_author: null,
  code_diff: null,
}

/** Reads what carried the verdicts of events that were compliant, by event id. */
export async function readEventQualifiers(
  org: OrgDatabase,
  rows: readonly LogRow[],
  limits: EvidenceLimits,
): Promise<(row: LogRow) => Qualifiers | null> {
  const keys = rows
    .filter(({ compliant }) => compliant)
    .map(({ id: key, environment_id, snapshot_index, name, fingerprint, now }) => {
      // An artifact that exited was evaluated last in the snapshot before.
      const index = now === 0 ? snapshot_index - 1 : snapshot_index
      return { key, environment_id, index, name, fingerprint }
    })
  const found = keys.length === 0 ? [] : await listVerdictsOf(org, keys, 1)
  return ({ id, compliant, recorded_at }) => {
    if (!compliant) return null
    const own = found.filter(({ key }) => key === id)
    const carried = own.map((one) => ({ ...(one.carriers ?? noStoredQualifiers), compliant: true }))
    const counted = carried.length > 0 ? carried : [{ ...noStoredQualifiers, compliant: true }]
    return qualifiersOf(totalQualifiers(counted), { ...limits, now: recorded_at })
  }
}

/** Relation of an event to the others of its snapshot, and to the verdict of the environment. */
export type LogStep = Pick<LoggedEvent, 'replaced' | 'replaced_by' | 'flip'>

interface Row {
  id: string
  environment_id: string
  snapshot_index: number
}

const keyOf = (snapshot: { environment_id: string; index: number }) =>
  `${snapshot.environment_id} ${snapshot.index}`

/** Reads what took whose place, and which event made a verdict flip, whatever the rows leave out. */
export async function readLogSteps(org: OrgDatabase, rows: readonly Row[], rules: Freshness) {
  const named = rows.map(({ environment_id, snapshot_index: index }) => ({ environment_id, index }))
  const distinct = [...new Map(named.map((snapshot) => [keyOf(snapshot), snapshot])).values()]
  const flips = new Map(
    (await listFlipsAmong(org, distinct, rules)).map((flip) => [keyOf(flip), flip] as const),
  )
  const snapshots = distinct.map((snapshot) => {
    const flip = flips.get(keyOf(snapshot))
    return { ...snapshot, ...(flip && { flippedTo: flip.state }) }
  })
  const changes = await readChanges(org, snapshots)
  const steps = new Map<string, Partial<LogStep>>()
  const add = (id: string, step: Partial<LogStep>) => steps.set(id, { ...steps.get(id), ...step })
  for (const snapshot of snapshots) {
    const pairs = changes.of(snapshot)
    for (const { event, exit } of pairs) {
      if (!exit) continue
      add(event.id, { replaced: { event_id: exit.id, artifact_name: exit.name } })
      add(exit.id, { replaced_by: { event_id: event.id, artifact_name: event.name } })
    }
    const flip = flips.get(keyOf(snapshot))
    const cause = changes.causeOf(snapshot)?.id
    if (flip && cause !== undefined) add(cause, { flip: sidesOf(flip, rules) })
  }
  const none: LogStep = { replaced: null, replaced_by: null, flip: null }
  return { of: ({ id }: Row): LogStep => ({ ...none, ...steps.get(id) }) }
}

function sidesOf(flip: FlipRow, limits: EvidenceLimits): LoggedEvent['flip'] {
  const { previous_at, previous_carriers, at, carriers } = flip
  const before = qualifiersOf(previous_carriers, { ...limits, now: previous_at })
  const after = qualifiersOf(carriers, { ...limits, now: at })
  return {
    from: { state: flip.previous_state, qualifiers: before, is_stale: flip.was_stale },
    to: { state: flip.state, qualifiers: after, is_stale: flip.is_stale },
  }
}
