import type { VerdictCause } from '#contract/verdict/verdict-cause.ts'
import { verdictChangeType } from '#domain/snapshot/compare-reports.ts'
import { auditEntryStatements } from '#server/audit-log/queries.ts'
import { detectEvents, appendOutboxEvents } from '#server/outbox/append-events.ts'
import { appendSnapshotsOfLogical } from '#server/snapshot/append-logical-snapshot.ts'
import { appendEvents, insertSnapshot, stateOf, updateState } from '#server/snapshot/queries.ts'
import { listRunningNow } from '#server/snapshot/running-queries.ts'
import { monotonicNow } from '#server/unit-of-work/instant-after.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { causeOfUnitOfWork, type Cause } from './cause.ts'
import { haveVerdictsChanged, evaluateEnvironmentVerdicts } from './environment-verdicts.ts'

/** Changes of verdicts that a record names: the events have them all. */
const maxRecorded = 100

/** What an evaluation is made with: no caller waits for one in the background. */
export type Evaluation = Pick<UnitOfWork, 'org' | 'at' | 'newId'>

/** A physical environment, locked. */
export interface LockedEnvironment {
  id: string
  number: number
  name: string
}

/** Why an environment is judged again: for one artifact, or for everything that runs there. */
export interface ReevaluationReason {
  fingerprint: string | null
  cause: VerdictCause
}

/** Judges a locked environment again for what a write changed there. */
export function reevaluateForChange(
  write: UnitOfWork,
  environment: LockedEnvironment,
  mark: { fingerprint: string | null; cause: Cause },
  isCertain = false,
): Promise<void> {
  const marks = [{ ...mark, cause: causeOfUnitOfWork(write, mark.cause) }]
  return reevaluateEnvironment(write, environment, marks, isCertain)
}

/**
 * Judges a locked environment again. There is a snapshot where an artifact's verdict or the state
 * changes, or where it is certain; nothing before the first report.
 */
export async function reevaluateEnvironment(
  evaluation: Evaluation,
  environment: LockedEnvironment,
  marks: readonly ReevaluationReason[],
  isCertain = false,
): Promise<void> {
  const { org } = evaluation
  const wanted = new Set(marks.map((mark) => mark.fingerprint))
  const some = [...wanted].filter((fingerprint) => fingerprint !== null)
  const isPart = !isCertain && !wanted.has(null)
  if (isPart && !(await haveVerdictsChanged(org, environment.id, some))) return
  const before = await stateOf(org, environment.id)
  const running = await listRunningNow(org, environment.id)
  const scope = wanted.has(null) ? null : running.filter((one) => wanted.has(one.fingerprint))
  const judged = await evaluateEnvironmentVerdicts(org, {
    environment,
    running,
    scope,
    isCertain,
    state: before.state,
  })
  const { state, changes, isJudged, nonCompliantCount } = judged
  if (before.snapshot_index === 0) {
    if (isJudged === before.is_judged) return
    return org.writeTogether([updateState(org, environment.id, { is_judged: isJudged })])
  }
  if (!isCertain && changes.length === 0 && state === before.state) return
  const now = monotonicNow(evaluation, before.last_changed_at ?? 0)
  const index = before.snapshot_index + 1
  const causeOf = (fingerprint: string) =>
    marks.findLast((mark) => mark.fingerprint === null || mark.fingerprint === fingerprint)?.cause
  const cause = newestCause(marks, changes)
  const events = changes.map(({ running: one, compliant }) => {
    const why = causeOf(one.fingerprint) ?? cause
    return {
      type: verdictChangeType(why),
      snapshot_index: index,
      name: one.name,
      fingerprint: one.fingerprint,
      was: one.count,
      now: one.count,
      compliant,
      snapshot_state: state,
      cause: why,
    }
  })
  const happenings = await detectEvents(now, environment.id, {
    before: before.state,
    after: state,
  })
  const actor = { userId: cause.by_id, name: cause.by, keyId: null, address: null }
  await org.writeTogether([
    insertSnapshot(org, {
      environment_id: environment.id,
      index,
      type: null,
      created_at: now.at,
      reported_by_id: cause.by_id,
      reported_by: cause.by,
      state,
      cause,
      running_count: running.length,
      started_count: 0,
      exited_count: 0,
      changed_count: changes.length,
    }),
    ...appendOutboxEvents(now, environment.id, { index, state }, happenings),
    ...appendEvents(now, environment.id, events),
    ...judged.writes(index, now.at),
    updateState(org, environment.id, {
      last_changed_at: now.at,
      snapshot_index: index,
      state,
      is_judged: isJudged,
      non_compliant_count: nonCompliantCount,
      ...(state !== before.state && { state_since: now.at }),
    }),
    ...auditEntryStatements(org, {
      id: now.newId(),
      at: now.at,
      actor,
      kind: 'environment_judged',
      subject: { environment_name: environment.name },
      body: {
        environment_name: environment.name,
        snapshot_index: index,
        state,
        cause,
        changed_count: changes.length,
        changes: changes
          .slice(0, maxRecorded)
          .map(({ running: { name, fingerprint }, compliant }) => ({
            name,
            fingerprint,
            compliant,
          })),
      },
    }),
  ])
  await appendSnapshotsOfLogical({ ...now, actor }, environment.id, cause)
}

/** The newest cause that an artifact's verdict changed for, else the newest one. */
function newestCause(
  marks: readonly ReevaluationReason[],
  changes: readonly { running: { fingerprint: string } }[],
): VerdictCause {
  const changed = new Set(changes.map(({ running }) => running.fingerprint))
  const telling = marks.findLast(
    ({ fingerprint }) => fingerprint === null || changed.has(fingerprint),
  )
  const mark = telling ?? marks.at(-1)
  if (!mark) throw new Error('an environment is judged again for a reason')
  return mark.cause
}
