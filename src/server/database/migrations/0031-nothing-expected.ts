import type { Kysely } from 'kysely'
import { evaluateAgain } from '#server/database/evaluate-again.ts'

/** Evaluates each environment once: verdicts by the state of trails say where nothing is expected. */
export const up = (database: Kysely<unknown>): Promise<void> =>
  evaluateAgain(database, 'nothing-expected')
