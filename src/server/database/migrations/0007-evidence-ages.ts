import type { Kysely } from 'kysely'
import { evaluateAgain } from '#server/database/evaluate-again.ts'

/** Evaluates each environment once: verdicts from now on say how old the evidence is. */
export const up = (database: Kysely<unknown>): Promise<void> =>
  evaluateAgain(database, 'evidence-ages')
