import type { OrgDatabase } from '../database/org-database.ts'
import type { IdSource } from '../id.ts'
import {
  dirtyEnvironments,
  dropIdle,
  type MarkKind,
  spreadDirty,
  takeMarks,
} from '../snapshot/dirty-queries.ts'
import { lockById } from '../snapshot/member-queries.ts'
import { eachByItself } from './each-by-itself.ts'
import { evaluateAgain } from './evaluate-environment.ts'

/** Where verdicts are worked out. */
export interface Evaluator {
  org: OrgDatabase
  newId: IdSource
}

/** A mark that a write has left. */
export interface OwnMark {
  id: string
  kind: MarkKind
}

/** Environments that a request judges before it answers; the worker does the others. */
const mostOwn = 50
const batch = 200

/** Kinds of marks about something that perhaps never ran. */
const mayBeIdle = new Set<MarkKind>(['fingerprint', 'trail'])

/**
 * Works out what follows from one's own marks, in this process or together with another that took
 * them, so that the caller reads what it wrote.
 */
export async function drainOwn(evaluator: Evaluator, marks: readonly OwnMark[]): Promise<void> {
  const { org } = evaluator
  const ids = marks.map(({ id }) => id)
  const kinds = [...new Set(marks.map(({ kind }) => kind))].sort()
  try {
    const dropped = kinds.some((kind) => mayBeIdle.has(kind)) ? await dropIdle(org, ids) : 0
    if (dropped === ids.length) return
    const { taken, environmentIds } = await spreadDirty(org, { ids, kinds })
    const isWhole = dropped + taken === ids.length
    const waiting = isWhole ? environmentIds : await dirtyEnvironments(org, ids, mostOwn)
    for (const id of waiting.slice(0, mostOwn)) await evaluateMarked(evaluator, id)
  } catch {
    // The write stands, whatever follows from it: the worker tries again, and says what fails.
  }
}

/** Works out what follows from whatever is marked. @returns how much was done */
export async function drainDirty(evaluator: Evaluator): Promise<number> {
  const { org } = evaluator
  const { taken } = await spreadDirty(org, { limit: batch })
  const environmentIds = await dirtyEnvironments(org, null, batch)
  await eachByItself(environmentIds, (id) => evaluateMarked(evaluator, id))
  return taken + environmentIds.length
}

/**
 * Judges an environment again: it is locked first, then everything is read (design.md 5). It is dated
 * by what it is judged for, so that it says the same whoever gets to it, and when.
 */
function evaluateMarked({ org: outer, newId }: Evaluator, id: string): Promise<void> {
  return outer.transaction(async (org) => {
    const environment = await lockById(org, id)
    const marks = await takeMarks(org, id)
    if (marks.length === 0 || !environment || environment.archived_at !== null) return
    const at = Math.max(...marks.map(({ cause }) => cause.at))
    await evaluateAgain({ org, at, newId }, environment, marks)
  })
}
