import type { OrgDatabase } from '../database/org-database.ts'
import type { OrgContext } from '../handler.ts'
import type { IdSource } from '../id.ts'
import { drainOwn, type OwnMark } from './drain-dirty.ts'

/** One accepted write under way: its transaction, its author, its instant. */
export interface Write {
  org: OrgDatabase
  orgName: string
  actor: OrgContext['actor']
  at: number
  newId: IdSource
  /** The record that the caller means to change: `requireFresh` looks at it. */
  ifMatch: string | null
  /** What it leaves to be worked out after its commit: see `leaveDirty`. */
  dirty: OwnMark[]
}

/** Undoes a dry run. */
const undone = new Error('A dry run leaves nothing')

/** Does a write in a transaction that leaves nothing: what it comes to is exactly what it would be. */
export async function dryRun<T>(
  context: OrgContext,
  work: (write: Write) => Promise<T>,
): Promise<T> {
  const { orgName, actor, newId, clock, ifMatch } = context
  const results: T[] = []
  await context.org
    .transaction(async (org) => {
      const dirty: OwnMark[] = []
      results.push(await work({ org, orgName, actor, newId, ifMatch, at: clock(), dirty }))
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
  return results[0] as T
}

/**
 * Runs a write in one transaction of its organization. Once that is committed, what follows from it
 * elsewhere is worked out before the caller goes on, so that clients read what they wrote.
 */
export function write<T>(context: OrgContext, work: (write: Write) => Promise<T>): Promise<T> {
  const { orgName, actor, newId, clock, ifMatch } = context
  return context.org.transaction(async (org) => {
    const dirty: OwnMark[] = []
    const result = await work({ org, orgName, actor, newId, ifMatch, at: clock(), dirty })
    if (dirty.length > 0) org.afterCommit((outer) => drainOwn({ org: outer, newId }, dirty))
    return result
  })
}
