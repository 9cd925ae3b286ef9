import type { Kysely } from 'kysely'
import { evaluateAgain } from '#server/database/evaluate-again.ts'

/** Evaluates each environment once: verdicts by the state of trails say how old its evidence is. */
export const up = (database: Kysely<unknown>): Promise<void> =>
  evaluateAgain(database, 'state-evidence')
