import type { VerdictCause } from '#contract/verdict/verdict-history.ts'
import { verdictChangeType } from '#domain/snapshot/compare-reports.ts'
import { auditStatements } from '#server/audit-log/append-entry.ts'
import { appendOutboxEvents, detectEvents } from '#server/outbox/append-events.ts'
import { monotonicNow } from '#server/platform/ids.ts'
import {
  appendEvents,
  appendSnapshot,
  updateQualifiers,
  updateState,
} from '#server/snapshot/append-queries.ts'
import {
  appendSnapshotsOfLogical,
  updateQualifiersOfLogical,
} from '#server/snapshot/append-snapshot.ts'
import { lockLogicalOf } from '#server/snapshot/member-queries.ts'
import { stateOf } from '#server/snapshot/queries.ts'
import { listRunningNow } from '#server/snapshot/running-queries.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import {
  type EnvironmentVerdicts,
  evaluateEnvironmentVerdicts,
  haveVerdictsChanged,
} from './environment-verdicts.ts'

/** Verdict changes that an audit entry names at most: the events have them all. */
const maxRecorded = 100

/** Events that are appended by one statement at most: more would hold the event loop. */
const maxAppended = 500

/** Part of a unit of work that an evaluation needs: in the background no caller waits. */
type Evaluation = Pick<UnitOfWork, 'org' | 'at' | 'newId'>

/** A physical environment, locked. */
export interface LockedEnvironment {
  id: string
  number: number
  name: string
}

/** Why an environment is re-evaluated: for one artifact, or for everything that runs there. */
interface ReevaluationReason {
  fingerprint: string | null
  cause: VerdictCause
}

/** Re-evaluates a locked environment after a change in this unit of work. */
export function reevaluateForChange(
  write: UnitOfWork,
  environment: LockedEnvironment,
  reason: { fingerprint: string | null; cause: Cause },
  alwaysAppends = false,
): Promise<void> {
  const reasons = [{ ...reason, cause: causeOfUnitOfWork(write, reason.cause) }]
  return reevaluateEnvironment(write, environment, reasons, alwaysAppends)
}

/**
 * Re-evaluates a locked environment. Appends a snapshot if an artifact's verdict or the state
 * changes, or if `alwaysAppends`; nothing before the first report.
 */
export async function reevaluateEnvironment(
  evaluation: Evaluation,
  environment: LockedEnvironment,
  reasons: readonly ReevaluationReason[],
  alwaysAppends = false,
): Promise<void> {
  const { org } = evaluation
  const wanted = new Set(reasons.map((reason) => reason.fingerprint))
  const some = [...wanted].filter((fingerprint) => fingerprint !== null)
  const isPart = !alwaysAppends && !wanted.has(null)
  if (isPart && !(await haveVerdictsChanged(org, environment.id, some))) return
  const before = await stateOf(org, environment.id)
  const running = await listRunningNow(org, environment.id)
  const scope = wanted.has(null) ? null : running.filter((one) => wanted.has(one.fingerprint))
  const verdicts = await evaluateEnvironmentVerdicts(org, {
    environment,
    running,
    scope,
  })
  const { state, changes, isEvaluated, haveReasonsChanged } = verdicts
  if (before.snapshot_index === 0) {
    if (isEvaluated === before.is_judged) return
    return org.executeBatch([updateState(org, environment.id, { is_judged: isEvaluated })])
  }
  if (alwaysAppends || changes.length > 0 || state !== before.state) {
    const evaluated = { before, verdicts, running_count: running.length }
    return appendReevaluation(evaluation, environment, reasons, evaluated)
  }
  if (haveReasonsChanged) await storeReasons(evaluation, environment, before, verdicts)
}

type StateBefore = Awaited<ReturnType<typeof stateOf>>
type Verdicts = EnvironmentVerdicts<Awaited<ReturnType<typeof listRunningNow>>[number]>

/**
 * Stores that the same verdicts rest on something else: nothing happened that a snapshot or event
 * would say.
 */
async function storeReasons(
  evaluation: Evaluation,
  { id }: LockedEnvironment,
  { snapshot_index }: StateBefore,
  { carriers, writes }: Verdicts,
): Promise<void> {
  const { org, at } = evaluation
  const logicalIds = await lockLogicalOf(org, id)
  await org.executeBatch(updateQualifiers(org, id, carriers, at), writes(snapshot_index, at))
  return updateQualifiersOfLogical(evaluation, logicalIds)
}

/** Appends a snapshot with the present verdicts, and tells of those that changed. */
async function appendReevaluation(
  evaluation: Evaluation,
  environment: LockedEnvironment,
  reasons: readonly ReevaluationReason[],
  evaluated: { before: StateBefore; verdicts: Verdicts; running_count: number },
): Promise<void> {
  const { org } = evaluation
  const { before, verdicts, running_count } = evaluated
  const { state, changes, carriers } = verdicts
  const now = monotonicNow(evaluation, before.last_changed_at ?? 0)
  const index = before.snapshot_index + 1
  const cause = newestCause(reasons, changes)
  const events = eventsOf(changes, reasons, { index, state, cause })
  const outboxEvents = await detectEvents(now, environment.id, {
    before: before.state,
    after: state,
  })
  const actor = { userId: cause.by_id, name: cause.by, keyId: null, address: null }
  const by = { ...now, actor }
  const snapshot = {
    ...{ index, type: null, state, carriers, cause, running_count },
    ...{ started_count: 0, exited_count: 0, changed_count: changes.length },
  }
  const logicalIds = await lockLogicalOf(org, environment.id)
  const writes = [
    ...appendSnapshot(by, environment.id, snapshot, before.state, {
      is_judged: verdicts.isEvaluated,
      non_compliant_count: verdicts.nonCompliantCount,
    }),
    ...appendOutboxEvents(now, environment.id, { index, state }, outboxEvents),
    ...appendEvents(now, environment.id, events.slice(0, maxAppended)),
    ...auditReevaluation(by, environment, changes, { index, state, cause }),
  ]
  function* parts() {
    yield* verdicts.writes(index, now.at)
    for (let start = maxAppended; start < events.length; start += maxAppended)
      yield appendEvents(now, environment.id, events.slice(start, start + maxAppended))
  }
  await org.executeBatch(writes, parts())
  await appendSnapshotsOfLogical({ ...now, actor }, logicalIds, cause)
}

/** The snapshot that a re-evaluation appends, and its newest cause. */
interface Appended {
  index: number
  state: boolean | null
  cause: VerdictCause
}

/** The events of artifacts whose verdicts changed, each with its own cause. */
const eventsOf = (
  changes: Verdicts['changes'],
  reasons: readonly ReevaluationReason[],
  { index, state, cause }: Appended,
) =>
  changes.map(({ running: { name, fingerprint, count }, compliant }) => {
    const own = reasons.findLast((one) => [null, fingerprint].includes(one.fingerprint))
    const why = own?.cause ?? cause
    return {
      type: verdictChangeType(why),
      snapshot_index: index,
      name,
      fingerprint,
      was: count,
      now: count,
      compliant,
      snapshot_state: state,
      cause: why,
    }
  })

function auditReevaluation(
  by: Parameters<typeof auditStatements>[0],
  { name: environment_name }: LockedEnvironment,
  changes: Verdicts['changes'],
  { index, state, cause }: Appended,
) {
  const named = changes
    .slice(0, maxRecorded)
    .map(({ running: { name, fingerprint }, compliant }) => ({
      name,
      fingerprint,
      compliant,
    }))
  return auditStatements(by, {
    kind: 'environment_judged',
    subject: { environment_name },
    body: {
      environment_name,
      snapshot_index: index,
      state,
      cause,
      changed_count: changes.length,
      changes: named,
    },
  })
}

/** The newest cause that changed an artifact's verdict, else the newest one. */
function newestCause(
  reasons: readonly ReevaluationReason[],
  changes: readonly { running: { fingerprint: string } }[],
): VerdictCause {
  const changed = new Set(changes.map(({ running }) => running.fingerprint))
  const decisive = reasons.findLast(
    ({ fingerprint }) => fingerprint === null || changed.has(fingerprint),
  )
  const reason = decisive ?? reasons.at(-1)
  if (!reason) throw new Error('an environment is re-evaluated for a reason')
  return reason.cause
}

/** Why a verdict may change; author and instant come from the unit of work. */
export type Cause = Omit<VerdictCause, 'by' | 'by_id' | 'at'>

/** Adds author and instant of the unit of work to a cause. */
export function causeOfUnitOfWork(
  { actor, at }: Pick<UnitOfWork, 'actor' | 'at'>,
  cause: Cause,
): VerdictCause {
  return { ...cause, by: actor.name, by_id: actor.userId, at }
}
