import type { Role } from '#contract/common/endpoint.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import type { QueueEntryKind } from '#server/evaluation/queue-queries.ts'
import { reevaluateNow } from '#server/evaluation/queue.ts'
import { findMemberRole } from '#server/member/queries.ts'
import type { IdGenerator } from '#server/platform/ids.ts'
import { requireRole } from '#server/request/access.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { findPrivilege } from '#server/service-account/queries.ts'

/** One accepted write in progress: its transaction, author and instant. */
export interface UnitOfWork {
  org: OrgDatabase
  orgName: string
  actor: OrgContext['actor']
  /** Role of the actor when the write begins. */
  role: Role
  at: number
  newId: IdGenerator
  /** The version of the record that the caller means to change, checked by `requireFresh`. */
  ifMatch: string | null
  /** Queue entries to process after commit: see `enqueueReevaluation`. */
  queued: QueueEntry[]
}

/**
 * Returns the caller's current role: since the request was authorized they may have been demoted or
 * removed.
 * @throws Problem 403 if it is no longer the authorized one
 */
async function requireSameRole(org: OrgDatabase, { actor, role }: OrgContext): Promise<void> {
  const now = actor.isServiceAccount
    ? await findPrivilege(org, actor.userId)
    : await findMemberRole(org, actor.userId)
  if (now !== role) requireRole({ role: now }, role)
}

/**
 * Runs a write in a transaction that is rolled back: its result is exactly what the write would
 * return.
 */
export function dryRun<T>(
  context: OrgContext,
  work: (write: UnitOfWork) => Promise<T>,
): Promise<T> {
  const { orgName, actor, role, newId, clock, ifMatch } = context
  return context.org.dryRun((org) =>
    work({ org, orgName, actor, role, newId, ifMatch, at: clock(), queued: [] }),
  )
}

/**
 * Runs a write in one transaction of its organization. After commit its queue entries are processed
 * before the caller goes on, so that clients read what they wrote.
 */
export function inUnitOfWork<T>(
  context: OrgContext,
  work: (write: UnitOfWork) => Promise<T>,
): Promise<T> {
  const { orgName, actor, role, newId, clock, ifMatch, onFollowUpFailure } = context
  return context.org.transaction(async (org) => {
    await requireSameRole(org, context)
    const queued: QueueEntry[] = []
    const result = await work({ org, orgName, actor, role, newId, ifMatch, at: clock(), queued })
    if (queued.length > 0) {
      // The write is committed, whatever fails after it: the background worker retries.
      org.afterCommit((outer) =>
        reevaluateNow({ org: outer, newId }, queued).catch(onFollowUpFailure),
      )
    }
    return result
  })
}

/** A re-evaluation queue entry of a write. */
export interface QueueEntry {
  id: string
  kind: QueueEntryKind
}
