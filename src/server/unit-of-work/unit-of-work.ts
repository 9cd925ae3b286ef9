import type { Role } from '#contract/common/endpoint.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import type { QueueEntryKind } from '#server/evaluation/queue-queries.ts'
import { reevaluateNow } from '#server/evaluation/queue.ts'
import type { IdGenerator } from '#server/platform/ids.ts'
import { requireRole } from '#server/request/access.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { currentRole, readRole, type RoleValue } from './queries.ts'

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

/** The caller's current role, and rows that were locked by the same statement. */
type Locked = { role: Role | null }

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
  return inUnitOfWorkOn(context, readRole, work)
}

/** Runs a write of which the answer says no more than that it was accepted. */
export async function answerOk(
  context: OrgContext,
  work: (write: UnitOfWork) => Promise<unknown>,
): Promise<'OK'> {
  await inUnitOfWork(context, work)
  return 'OK'
}

/**
 * Runs a write as `inUnitOfWork` does, on rows that it locks together with its first look-up: since
 * the request was authorized the caller may have been demoted or removed.
 * @param lock - gets the caller's current role as a value for its statement, and returns it
 * @throws Problem 403 if the role is no longer the authorized one
 */
export function inUnitOfWorkOn<T, Rows extends Locked>(
  context: OrgContext,
  lock: (org: OrgDatabase, role: RoleValue) => Promise<Rows>,
  work: (write: UnitOfWork, locked: Rows) => Promise<T>,
): Promise<T> {
  const { orgName, actor, role, newId, clock, ifMatch, onFollowUpFailure } = context
  return context.org.transaction(async (org) => {
    const locked = await lock(org, currentRole(org, actor))
    if (locked.role !== role) requireRole(locked, role)
    const queued: QueueEntry[] = []
    const write = { org, orgName, actor, role, newId, ifMatch, at: clock(), queued }
    const result = await work(write, locked)
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
