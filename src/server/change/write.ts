import type { OrgDatabase } from '../database/org-database.ts'
import type { OrgContext } from '../handler.ts'
import type { IdSource } from '../id.ts'

/** One accepted write under way: its transaction, its author, its instant. */
export interface Write {
  org: OrgDatabase
  orgName: string
  actor: OrgContext['actor']
  at: number
  newId: IdSource
  /** The record that the caller means to change: `requireFresh` looks at it. */
  ifMatch: string | null
}

/** Runs a write in one transaction of its organization. */
export function write<T>(context: OrgContext, work: (write: Write) => Promise<T>): Promise<T> {
  const { orgName, actor, newId, clock, ifMatch } = context
  return context.org.transaction((org) =>
    work({ org, orgName, actor, newId, ifMatch, at: clock() }),
  )
}

/**
 * The instant of a change to something that already changed at `last`: always later, so that times
 * and ids order what happens under one lock even where the clocks of two processes differ.
 */
export function instantAfter(write: Write, last: number): Write {
  if (write.at > last) return write
  const at = Math.round(last * 1000 + 1) / 1000
  return { ...write, at, newId: () => write.newId(at) }
}
