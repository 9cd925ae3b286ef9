import { type Kysely, type Migration, Migrator } from 'kysely'
import type pg from 'pg'
import { openKysely, openPool } from './pool.ts'
import type { Tables } from './tables.ts'
import { up as firstSlice } from './migrations/2026-11-21-first-slice.ts'
import { up as idempotencyKey } from './migrations/2026-11-21-idempotency-key.ts'
import { up as repository } from './migrations/2026-11-21-repository.ts'
import { up as stateOfArtifacts } from './migrations/2026-11-21-state-of-artifacts.ts'
import { up as tallies } from './migrations/2026-11-21-tallies.ts'
import { up as environments } from './migrations/2026-11-22-environments.ts'
import { up as indexOnlyLists } from './migrations/2026-11-22-index-only-lists.ts'
import { up as tallyOfArtifacts } from './migrations/2026-11-22-tally-of-artifacts.ts'
import { up as controls } from './migrations/2026-11-23-controls.ts'
import { up as policies } from './migrations/2026-11-23-policies.ts'
import { up as access } from './migrations/2026-11-24-access.ts'
import { up as customTypes } from './migrations/2026-11-24-custom-types.ts'
import { up as allowListExpiry } from './migrations/2026-11-24-allow-list-expiry.ts'
import { up as artifactNames } from './migrations/2026-11-24-artifact-names.ts'
import { up as snooze } from './migrations/2026-11-24-snooze.ts'
import { up as audit } from './migrations/2026-11-25-audit.ts'
import { up as decisionLog } from './migrations/2026-11-25-controls-pages.ts'
import { up as spaces } from './migrations/2026-11-25-spaces.ts'
import { up as notifications } from './migrations/2026-11-26-notifications.ts'
import { up as overrides } from './migrations/2026-11-26-overrides.ts'
import { up as notifyEngine } from './migrations/2026-11-27-notify-engine.ts'
import { up as overrideRules } from './migrations/2026-11-27-override-rules.ts'
import { up as reporters } from './migrations/2026-11-28-reporters.ts'
import { up as overrideRegister } from './migrations/2026-11-29-override-register.ts'
import { up as finishNotifications } from './migrations/2026-11-30-finish-notifications.ts'
import { up as savedViews } from './migrations/2026-11-30-saved-views.ts'

/** Forward-only, in the order of their names; a released one is never edited. */
const migrations: Record<string, Migration> = {
  '2026-11-21-first-slice': { up: firstSlice },
  '2026-11-21-idempotency-key': { up: idempotencyKey },
  '2026-11-21-repository': { up: repository },
  '2026-11-21-state-of-artifacts': { up: stateOfArtifacts },
  '2026-11-21-tallies': { up: tallies },
  '2026-11-22-environments': { up: environments },
  '2026-11-22-index-only-lists': { up: indexOnlyLists },
  '2026-11-22-tally-of-artifacts': { up: tallyOfArtifacts },
  '2026-11-23-controls': { up: controls },
  '2026-11-23-policies': { up: policies },
  '2026-11-24-access': { up: access },
  '2026-11-24-custom-types': { up: customTypes },
  '2026-11-24-allow-list-expiry': { up: allowListExpiry },
  '2026-11-24-artifact-names': { up: artifactNames },
  '2026-11-24-snooze': { up: snooze },
  '2026-11-25-audit': { up: audit },
  '2026-11-25-controls-pages': { up: decisionLog },
  '2026-11-25-spaces': { up: spaces },
  '2026-11-26-notifications': { up: notifications },
  '2026-11-26-overrides': { up: overrides },
  '2026-11-27-notify-engine': { up: notifyEngine },
  '2026-11-27-override-rules': { up: overrideRules },
  '2026-11-28-reporters': { up: reporters },
  '2026-11-29-override-register': { up: overrideRegister },
  '2026-11-30-finish-notifications': { up: finishNotifications },
  '2026-11-30-saved-views': { up: savedViews },
}

/**
 * Brings the schema up to date, under the migrator's own lock, in one transaction.
 * @returns names of the migrations that ran
 * @throws the error of the migration that failed; nothing of it is kept
 */
export async function migrate(database: Kysely<Tables>): Promise<string[]> {
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: () => Promise.resolve(migrations) },
    allowUnorderedMigrations: false,
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error
  return results?.map((result) => result.migrationName) ?? []
}

/** Migrates the database at a connection of its own. @returns names of the migrations that ran */
export async function migrateAt(connection: pg.ClientConfig): Promise<string[]> {
  const pool = openPool(connection, { prepared: false, max: 2, onError: () => undefined })
  try {
    return await migrate(openKysely(pool))
  } finally {
    await pool.end()
  }
}
