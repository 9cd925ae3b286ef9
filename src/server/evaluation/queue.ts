import type { OrgDatabase, Statement } from '#server/database/org-database.ts'
import { forEachIsolated } from '#server/jobs/for-each-isolated.ts'
import type { IdGenerator } from '#server/platform/ids.ts'
import { lockById } from '#server/snapshot/member-queries.ts'
import type { QueueEntry, UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { type Cause, causeOfUnitOfWork } from './cause.ts'
import { reevaluateEnvironment } from './evaluate-environment.ts'
import {
  type QueueEntryKind,
  deleteIrrelevantEntries,
  fanOutToEnvironments,
  listQueuedEnvironments,
  takeEnvironmentEntries,
} from './queue-queries.ts'

/** Where verdicts are worked out. */
export interface ReevaluationContext {
  org: OrgDatabase
  newId: IdGenerator
}

/** Environments that a request judges before it answers; the worker does the others. */
const maxEnvironmentsNow = 50
const batch = 200

/** Kinds of marks about something that perhaps never ran. */
const mayBeIrrelevant = new Set<QueueEntryKind>(['fingerprint', 'trail'])

/**
 * Works out what follows from one's own marks, in this process or together with another that took
 * them, so that the caller reads what it wrote.
 */
export async function reevaluateNow(
  evaluator: ReevaluationContext,
  marks: readonly QueueEntry[],
): Promise<void> {
  const { org } = evaluator
  const ids = marks.map(({ id }) => id)
  const kinds = [...new Set(marks.map(({ kind }) => kind))].sort()
  const dropped = kinds.some((kind) => mayBeIrrelevant.has(kind))
    ? await deleteIrrelevantEntries(org, ids)
    : 0
  if (dropped === ids.length) return
  const { taken, environmentIds } = await fanOutToEnvironments(org, { ids, kinds })
  const isWhole = dropped + taken === ids.length
  const waiting = isWhole
    ? environmentIds
    : await listQueuedEnvironments(org, ids, maxEnvironmentsNow)
  for (const id of waiting.slice(0, maxEnvironmentsNow))
    await reevaluateQueuedEnvironment(evaluator, id)
}

/** Works out what follows from whatever is marked. @returns how much was done */
export async function processReevaluationQueue(evaluator: ReevaluationContext): Promise<number> {
  const { org } = evaluator
  const { taken } = await fanOutToEnvironments(org, { limit: batch })
  const environmentIds = await listQueuedEnvironments(org, null, batch)
  await forEachIsolated(environmentIds, (id) => reevaluateQueuedEnvironment(evaluator, id))
  return taken + environmentIds.length
}

/**
 * Judges an environment again: it is locked first, then everything is read. It is dated by what it
 * is judged for, so that it says the same whoever gets to it, and when.
 */
function reevaluateQueuedEnvironment(
  { org: outer, newId }: ReevaluationContext,
  id: string,
): Promise<void> {
  return outer.transaction(async (org) => {
    const environment = await lockById(org, id)
    const marks = await takeEnvironmentEntries(org, id)
    if (marks.length === 0 || !environment || environment.archived_at !== null) return
    const at = Math.max(...marks.map(({ cause }) => cause.at))
    await reevaluateEnvironment({ org, at, newId }, environment, marks)
  })
}

/** What a write changed of what verdicts rest on; one of them. */
type QueueSubject =
  | { fingerprint: string }
  | { trail_id: string }
  | { flow_id: string }
  | { policy_id: string }
  | { environment_id: string; snapshot_index: number }

function kindOf(touched: QueueSubject): QueueEntryKind {
  if ('fingerprint' in touched) return 'fingerprint'
  if ('trail_id' in touched) return 'trail'
  if ('flow_id' in touched) return 'flow'
  return 'policy_id' in touched ? 'policy' : 'environment'
}

/**
 * What leaves a mark that verdicts may have changed, to be run in the transaction of the write
 * itself; after its commit the verdicts are worked out.
 */
export function enqueueReevaluation(
  write: UnitOfWork,
  touched: QueueSubject,
  cause: Cause,
): Statement {
  const id = write.newId()
  write.queued.push({ id, kind: kindOf(touched) })
  const nothing = {
    fingerprint: null,
    trail_id: null,
    flow_id: null,
    policy_id: null,
    environment_id: null,
    snapshot_index: null,
  }
  return write.org.insertInto('reevaluation_queue', {
    id,
    ...nothing,
    ...touched,
    cause: JSON.stringify(causeOfUnitOfWork(write, cause)),
  })
}
