import { createHash } from 'node:crypto'
import type { ReportItem } from '#contract/environment/environment-report.ts'
import type { PhysicalType } from '#contract/environment/environment-type.ts'
import type { ReportChange } from '#domain/snapshot/compare-reports.ts'
import { artifactsOfReport, type ReportedRunning } from '#domain/snapshot/reported-artifacts.ts'
import { auditStatements } from '#server/audit-log/append-entry.ts'
import type { Statement } from '#server/database/org-database.ts'
import { type EnvironmentRow, lockEnvironment } from '#server/environment/queries.ts'
import {
  type EnvironmentVerdicts,
  evaluateEnvironmentVerdicts,
} from '#server/evaluation/environment-verdicts.ts'
import { enqueueReevaluation } from '#server/evaluation/queue.ts'
import { detectEvents, appendOutboxEvents } from '#server/outbox/append-events.ts'
import { Problem } from '#server/platform/problem.ts'
import { requireInView } from '#server/request/access.ts'
import { monotonicNow } from '#server/platform/ids.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { appendSnapshotsOfLogical, forwardEventsToLogical } from './append-snapshot.ts'
import { appendEvents, appendSnapshot, type NewEvent, updateState } from './append-queries.ts'
import { timesOfReport, type ReportTimes } from './report-times.ts'
import { lockLogicalOf } from './member-queries.ts'
import { findOrigin, stateOf } from './queries.ts'
import { eventsOf, movesOf } from './report-events.ts'
import { ReportParts } from './report-parts.ts'
import { endRunning, updateInstanceCounts, type RunningNow } from './running-queries.ts'

type Change = ReportChange<RunningNow>
type ReportVerdicts = EnvironmentVerdicts<ReportedRunning>

/**
 * Accepts a report of the artifacts of an environment: appends a snapshot if the set of artifacts
 * differs; else only the time of the report, and a scale change for every other number of
 * instances.
 * @param report its items, and its JSON as sent
 * @throws Problem 404 for an unknown or archived environment, 400 for one of another type
 */
export async function reportSnapshot(
  write: UnitOfWork,
  name: string,
  type: PhysicalType,
  { items, raw }: { items: readonly ReportItem[]; raw: string },
): Promise<'snapshot' | 'no snapshot'> {
  const environment = await lockEnvironment(write.org, name)
  requireInView(write, 'Environment', name, environment)
  requireType(environment, type)
  const { org } = write
  const state = await stateOf(org, environment.id)
  const last = Math.max(state.last_reported_at ?? 0, state.last_changed_at ?? 0)
  const now = monotonicNow(write, last)
  const reported = artifactsOfReport(items)
  const parts = await ReportParts.of(org, environment.id, state, reported)
  const change = await parts.listChange(org, environment.id)
  const origin = await findOrigin(org, environment.id, state.snapshot_index)
  const isSnapshot = change.isNewSet || origin?.type !== type
  const index = state.snapshot_index + (isSnapshot ? 1 : 0)
  const verdicts = isSnapshot
    ? await evaluateEnvironmentVerdicts(org, {
        environment,
        running: reported,
        // Other changes have their own entry in the environment's queue.
        scope: change.started,
      })
    : null
  const events = eventsOf(
    change,
    index,
    verdicts ?? { ...state, changes: [], compliant: () => null },
  )
  const outboxEvents = await detectEvents(now, environment.id, {
    ...movesOf(change),
    includesScaling: environment.include_scaling,
    before: state.state,
    after: verdicts ? verdicts.state : state.state,
  })
  const shown = { index, state: verdicts ? verdicts.state : state.state }
  const heard = await timesOfReport(write, environment, state, now.at)
  const fields = { ...heard.fields, hashed_at: heard.fields.last_reported_at }
  const writes: Statement[] = [
    ...heard.writes,
    ...appendOutboxEvents(now, environment.id, shown, outboxEvents),
    ...appendEvents(now, environment.id, events),
    ...parts.writes(org, environment.id, isSnapshot),
  ]
  if (verdicts) {
    writes.push(
      ...(await snapshotWrites(
        now,
        { environment, state, index, fields, parts, running_count: reported.length },
        change,
        verdicts,
      )),
    )
  } else {
    writes.push(
      updateState(org, environment.id, fields),
      ...updateInstanceCounts(org, change.scaled.map(countOf)),
    )
  }
  if (isSnapshot || events.length > 0) writes.push(...reportRecord(now, name, index, raw, events))
  const logicalIds = verdicts ? await lockLogicalOf(org, environment.id) : []
  await org.executeBatch(writes, verdicts?.writes(index, now.at))
  if (!isSnapshot) {
    await forwardEventsToLogical(now, environment.id, outboxEvents)
    return 'no snapshot'
  }
  await appendSnapshotsOfLogical(now, logicalIds, null, outboxEvents)
  return 'snapshot'
}

function requireType({ name, type }: EnvironmentRow, expectedType: PhysicalType) {
  if (type === expectedType) return
  throw new Problem(
    400,
    type === 'logical'
      ? `Environment '${name}' is logical: report to the environments that it includes`
      : `Environment '${name}' is of type '${type}': it takes no report of type '${expectedType}'`,
    { code: 'environment_type' },
  )
}

const countOf = ({ before, after }: Change['unchanged'][number]) => ({
  running_id: before.id,
  count: after.instance_count,
})

/** An environment with its state until now, and the number of its next snapshot. */
interface Reported {
  environment: EnvironmentRow
  state: Awaited<ReturnType<typeof stateOf>>
  index: number
  /** Fields of the state that say when it reported. */
  fields: ReportTimes & { hashed_at: number }
  parts: ReportParts
  running_count: number
}

/**
 * Statements that append a snapshot: intervals end or begin only where something looks different.
 */
async function snapshotWrites(
  write: UnitOfWork,
  { environment, state, index, fields, parts, running_count }: Reported,
  { started, exited, scaled }: Change,
  verdicts: ReportVerdicts,
): Promise<Statement[]> {
  const { org, at } = write
  const different = await parts.listDifferent(org, environment.id)
  const replaced = new Set(different.map(({ before }) => before.id))
  const begins = new Set(started)
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
  const snapshot = {
    index,
    type: environment.type,
    state: verdicts.state,
    carriers: verdicts.carriers,
    cause: null,
    changed_count: verdicts.changes.filter(({ running }) => !begins.has(running)).length,
    running_count,
    started_count: started.length,
    exited_count: exited.length,
  }
  return [
    ...appendSnapshot(write, environment.id, snapshot, state.state, {
      ...fields,
      is_judged: verdicts.isEvaluated,
      non_compliant_count: verdicts.nonCompliantCount,
    }),
    ...endRunning(
      org,
      [...exited, ...different.map(({ before }) => before)].map((one) => one.id),
      index,
    ),
    // A row that stays may have the number of a report since the last snapshot.
    ...updateInstanceCounts(
      org,
      scaled.filter(({ before }) => !replaced.has(before.id)).map(countOf),
    ),
    ...org.insertMany('running', [
      ...started.map((running) => row(running, { started_index: index, started_at: at })),
      ...different.map(({ before, after }) => row(after, before)),
    ]),
    enqueueReevaluation(
      write,
      { environment_id: environment.id, snapshot_index: index },
      { kind: 'report' },
    ),
  ]
}

const changeOf = ({ type, name, fingerprint, was, now }: NewEvent) => {
  return { type, name, fingerprint, was, now }
}

/** Statements that append the audit entry of a report: the changes, and a hash of the JSON as sent. */
function reportRecord(
  write: UnitOfWork,
  environment_name: string,
  snapshot_index: number,
  raw: string,
  events: readonly NewEvent[],
): Statement[] {
  const report_sha256 = createHash('sha256').update(raw).digest('hex')
  const changes = events.map(changeOf)
  return auditStatements(write, {
    kind: 'environment_reported',
    subject: { environment_name },
    body: { environment_name, snapshot_index, report_sha256, changes },
  })
}
