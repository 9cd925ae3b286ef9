import type { OrgDatabase, Statement } from '#server/database/org-database.ts'
import { forEachIsolated } from '#server/jobs/background-loop.ts'
import type { IdGenerator } from '#server/platform/ids.ts'
import { insertReposOfEnvironment } from '#server/database/event-repos.ts'
import { lockById } from '#server/snapshot/member-queries.ts'
import type { QueueEntry, UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { type Cause, causeOfUnitOfWork, reevaluateEnvironment } from './evaluate-environment.ts'
import {
  type QueueEntryKind,
  deleteIrrelevantEntries,
  fanOutToEnvironments,
  listQueuedEnvironments,
  takeEnvironmentEntries,
} from './queue-queries.ts'

/** Dependencies of re-evaluation. */
export interface ReevaluationContext {
  org: OrgDatabase
  newId: IdGenerator
}

/** Environments that a request re-evaluates before it answers; the worker does the others. */
const maxEnvironmentsNow = 50
const batch = 200

/** Kinds of entries whose artifacts perhaps never ran. */
const mayBeIrrelevant = new Set<QueueEntryKind>(['fingerprint', 'trail'])

/**
 * Processes the caller's own queue entries, in this process or together with another that took
 * them, so that the caller reads what it wrote.
 */
export async function reevaluateNow(
  evaluator: ReevaluationContext,
  entries: readonly QueueEntry[],
): Promise<void> {
  const { org } = evaluator
  const ids = entries.map(({ id }) => id)
  const kinds = [...new Set(entries.map(({ kind }) => kind))].sort()
  const deleted = kinds.some((kind) => mayBeIrrelevant.has(kind))
    ? await deleteIrrelevantEntries(org, ids)
    : 0
  if (deleted === ids.length) return
  const { taken, environmentIds } = await fanOutToEnvironments(org, { ids, kinds })
  const isWhole = deleted + taken === ids.length
  const waiting = isWhole
    ? environmentIds
    : await listQueuedEnvironments(org, ids, maxEnvironmentsNow)
  for (const id of waiting.slice(0, maxEnvironmentsNow))
    await reevaluateQueuedEnvironment(evaluator, id)
}

/** Processes a batch of the queue. @returns number of entries and environments processed */
export async function processReevaluationQueue(evaluator: ReevaluationContext): Promise<number> {
  const { org } = evaluator
  const { taken } = await fanOutToEnvironments(org, { limit: batch })
  const environmentIds = await listQueuedEnvironments(org, null, batch)
  await forEachIsolated(environmentIds, (id) => reevaluateQueuedEnvironment(evaluator, id))
  return taken + environmentIds.length
}

/**
 * Re-evaluates an environment: locks it first, then reads everything. The snapshot is dated by the
 * queue entries, so that the result is the same whoever processes them, and when.
 */
function reevaluateQueuedEnvironment(
  { org: outer, newId }: ReevaluationContext,
  id: string,
): Promise<void> {
  return outer.transaction(async (org) => {
    const environment = await lockById(org, id)
    const entries = await takeEnvironmentEntries(org, id)
    const reported = entries.flatMap(({ fingerprint, cause }) =>
      fingerprint !== null && cause.kind === 'artifact' ? [fingerprint] : [],
    )
    await insertReposOfEnvironment(org, id, reported)
    if (entries.length === 0 || !environment || environment.archived_at !== null) return
    const at = Math.max(...entries.map(({ cause }) => cause.at))
    await reevaluateEnvironment({ org, at, newId }, environment, entries)
  })
}

/** Subject of a write that verdicts depend on; one of them. */
type QueueSubject =
  | { fingerprint: string }
  | { trail_id: string }
  | { flow_id: string }
  | { policy_id: string }
  | { environment_id: string; snapshot_index: number }

function kindOf(subject: QueueSubject): QueueEntryKind {
  if ('fingerprint' in subject) return 'fingerprint'
  if ('trail_id' in subject) return 'trail'
  if ('flow_id' in subject) return 'flow'
  return 'policy_id' in subject ? 'policy' : 'environment'
}

/**
 * Enqueues a subject whose verdicts may have changed. The statement runs in the transaction of the
 * write; after commit the verdicts are evaluated.
 */
export function enqueueReevaluation(
  write: UnitOfWork,
  subject: QueueSubject,
  cause: Cause,
): Statement {
  const id = write.newId()
  write.queued.push({ id, kind: kindOf(subject) })
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
    ...subject,
    cause: JSON.stringify(causeOfUnitOfWork(write, cause)),
  })
}
