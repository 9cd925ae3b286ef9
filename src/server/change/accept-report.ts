import { createHash } from 'node:crypto'
import type { ReportItem } from '#contract/environment-report.ts'
import type { EnvironmentType, PhysicalType } from '#contract/environment-type.ts'
import { artifactsOfReport, type ReportedRunning } from '#domain/reported-artifacts.ts'
import { compareReports, type ReportChange, startedType } from '#domain/snapshot-change.ts'
import type { Statement } from '../database/org-database.ts'
import { type EnvironmentRow, lockEnvironment } from '../environment/queries.ts'
import { Problem } from '../problem.ts'
import { recordWrites } from '../record/queries.ts'
import { appendEvents, type NewEvent } from '../snapshot/append-event-queries.ts'
import { insertSnapshot, stateOf, updateState } from '../snapshot/queries.ts'
import {
  detailsOfRunning,
  endRunning,
  listRunningNow,
  noteCounts,
  type RunningNow,
} from '../snapshot/running-queries.ts'
import { requireActiveEnvironment } from './environment-path.ts'
import { memberChanged } from './logical-snapshot.ts'
import { instantAfter, type Write } from './write.ts'

type Change = ReportChange<RunningNow>

/**
 * Accepts a report of what runs in an environment (wire.md 14): a snapshot when the set of artifacts
 * differs; else only the time of the report, and a scale change for every other number of instances.
 * @throws Problem 404 for an unknown or archived environment, 400 for one of another type
 */
export async function acceptReport(
  write: Write,
  name: string,
  type: PhysicalType,
  items: readonly ReportItem[],
): Promise<'snapshot' | 'no snapshot'> {
  const environment = await lockEnvironment(write.org, name)
  requireActiveEnvironment(write, name, environment)
  requireType(environment, type)
  const { org } = write
  const state = await stateOf(org, environment.id)
  const last = Math.max(state.last_reported_at ?? 0, state.last_changed_at ?? 0)
  const now = instantAfter(write, last)
  const reported = artifactsOfReport(items)
  const change = compareReports(await listRunningNow(org, environment.id), reported)
  const isSnapshot = change.isNewSet || state.snapshot_index === 0
  const index = state.snapshot_index + (isSnapshot ? 1 : 0)
  const events = eventsOf(change, index, state.state)
  const writes: Statement[] = [
    ...appendEvents(now, environment.id, events),
    updateState(org, environment.id, {
      last_reported_at: now.at,
      ...(isSnapshot && {
        last_changed_at: now.at,
        snapshot_index: index,
        running_count: reported.length,
      }),
    }),
  ]
  if (isSnapshot) writes.push(...(await snapshotWrites(now, environment, index, change)))
  else writes.push(...noteCounts(org, change.scaled.map(countOf)))
  if (isSnapshot || events.length > 0) writes.push(...reportRecord(now, name, index, items, events))
  await org.writeTogether(writes)
  if (!isSnapshot) return 'no snapshot'
  await memberChanged(now, environment.id)
  return 'snapshot'
}

function requireType({ name, type }: { name: string; type: EnvironmentType }, asked: PhysicalType) {
  if (type === asked) return
  throw new Problem(
    400,
    type === 'logical'
      ? `Environment '${name}' is logical: report to the environments that it includes`
      : `Environment '${name}' is of type '${type}': it takes no report of type '${asked}'`,
  )
}

const countOf = ({ before, after }: Change['kept'][number]) => ({
  running_id: before.id,
  count: after.instance_count,
})

/** What is kept of a report for the log of events; scale changes too (wire.md 15.4). */
function eventsOf(change: Change, snapshot_index: number, state: boolean | null): NewEvent[] {
  const verdict = { snapshot_index, compliant: null, snapshot_state: state, cause: null }
  const at = ({ name, fingerprint }: { name: string; fingerprint: string }) => ({
    name,
    fingerprint,
    ...verdict,
  })
  return [
    ...change.started.map((running) => ({
      type: startedType(verdict.compliant),
      was: 0,
      now: running.instance_count,
      ...at(running),
    })),
    ...change.exited.map((running) => ({
      type: 'exited' as const,
      was: running.count,
      now: 0,
      ...at(running),
    })),
    ...change.scaled.map(({ before, after }) => ({
      type: 'scaled' as const,
      was: before.count,
      now: after.instance_count,
      ...at(after),
    })),
  ]
}

/** What makes a snapshot: intervals end or begin only where something looks different. */
async function snapshotWrites(
  write: Write,
  environment: EnvironmentRow,
  index: number,
  { started, exited, kept, scaled }: Change,
): Promise<Statement[]> {
  const { org, at, actor } = write
  const details = kept.length > 0 ? await detailsOfRunning(org, environment.id) : new Map()
  const different = kept.filter(
    ({ before, after }) => details.get(before.id) !== JSON.stringify(after.detail),
  )
  const replaced = new Set(different)
  const row = (
    { name, fingerprint, instance_count, detail }: ReportedRunning,
    since: { started_index: number; started_at: number },
  ) => ({
    id: write.newId(),
    environment_id: environment.id,
    environment_number: environment.number,
    name,
    fingerprint,
    from_index: index,
    to_index: null,
    started_index: since.started_index,
    started_at: since.started_at,
    instance_count,
    detail,
  })
  return [
    insertSnapshot(org, {
      environment_id: environment.id,
      index,
      created_at: at,
      reported_by_id: actor.userId,
      reported_by: actor.name,
      state: null,
      cause: null,
      changed_count: 0,
      running_count: started.length + kept.length,
      started_count: started.length,
      exited_count: exited.length,
    }),
    ...endRunning(
      org,
      [...exited, ...different.map(({ before }) => before)].map((one) => one.id),
      index,
    ),
    // A row that stays may still have the number of a report between the snapshots.
    ...noteCounts(org, scaled.filter((one) => !replaced.has(one)).map(countOf)),
    ...org.insertMany('running', [
      ...started.map((running) => row(running, { started_index: index, started_at: at })),
      ...different.map(({ before, after }) => row(after, before)),
    ]),
    org.insertInto('dirty', {
      id: write.newId(),
      fingerprint: null,
      environment_id: environment.id,
      snapshot_index: index,
    }),
  ]
}

/** The record of a report says what changed, and a hash of all that was reported. */
function reportRecord(
  { org, at, actor, newId }: Write,
  environment_name: string,
  snapshot_index: number,
  items: readonly ReportItem[],
  events: readonly NewEvent[],
): Statement[] {
  const report_sha256 = createHash('sha256').update(JSON.stringify(items)).digest('hex')
  const changes = events.map(({ type, name, fingerprint, was, now }) => ({
    type,
    name,
    fingerprint,
    was,
    now,
  }))
  return recordWrites(org, {
    id: newId(),
    at,
    actor,
    kind: 'environment_reported',
    subject: { environment_name },
    body: { environment_name, snapshot_index, report_sha256, changes },
  })
}
