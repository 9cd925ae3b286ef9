import type { Role } from '#contract/common/endpoint.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import type { QueueEntryKind } from '#server/evaluation/queue-queries.ts'
import { reevaluateNow } from '#server/evaluation/queue.ts'
import { findMemberRole } from '#server/member/queries.ts'
import type { IdGenerator } from '#server/platform/ids.ts'
import { requireRole } from '#server/request/access.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { findPrivilege } from '#server/service-account/queries.ts'

/** One accepted write under way: its transaction, its author, its instant. */
export interface UnitOfWork {
  org: OrgDatabase
  orgName: string
  actor: OrgContext['actor']
  /** What the actor may do, as it is when the write begins. */
  role: Role
  at: number
  newId: IdGenerator
  /** The record that the caller means to change: `requireFresh` looks at it. */
  ifMatch: string | null
  /** What it leaves to be worked out after its commit: see `enqueueReevaluation`. */
  queued: QueueEntry[]
}

/**
 * The caller's role as of now: since the request was let in, they may have been given a weaker one
 * or removed. @throws Problem 403 where it no longer is what the request was let in with
 */
async function requireSameRole(org: OrgDatabase, { actor, role }: OrgContext): Promise<void> {
  const now = actor.isServiceAccount
    ? await findPrivilege(org, actor.userId)
    : await findMemberRole(org, actor.userId)
  if (now !== role) requireRole({ role: now }, role)
}

/** Does a write in a transaction that leaves nothing: what it comes to is exactly what it would be. */
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
 * Runs a write in one transaction of its organization. Once that is committed, what follows from it
 * elsewhere is worked out before the caller goes on, so that clients read what they wrote.
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
      // The write stands, whatever fails after it: the background work tries again.
      org.afterCommit((outer) =>
        reevaluateNow({ org: outer, newId }, queued).catch(onFollowUpFailure),
      )
    }
    return result
  })
}

/** A mark that a write has left. */
export interface QueueEntry {
  id: string
  kind: QueueEntryKind
}
