import { type Kysely, type Migration, Migrator, sql } from 'kysely'
import type pg from 'pg'
import { OperatorError } from '#server/platform/operator-error.ts'
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
import { up as allowListExpiry } from './migrations/2026-11-24-allow-list-expiry.ts'
import { up as artifactNames } from './migrations/2026-11-24-artifact-names.ts'
import { up as customTypes } from './migrations/2026-11-24-custom-types.ts'
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
import { up as secretCanary } from './migrations/2026-12-05-secret-canary.ts'
import { up as responsiblePerson } from './migrations/2026-12-12-responsible-person.ts'
import { up as revocation } from './migrations/2026-12-13-revocation.ts'
import { up as snapshotType } from './migrations/2026-12-19-snapshot-type.ts'
import { withDatabase } from './system/administration.ts'
import type { Tables } from './tables.ts'

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
  '2026-12-05-secret-canary': { up: secretCanary },
  '2026-12-12-responsible-person': { up: responsiblePerson },
  '2026-12-13-revocation': { up: revocation },
  '2026-12-19-snapshot-type': { up: snapshotType },
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
  await requireKnown(database)
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw inWords(error)
  return results?.map((result) => result.migrationName) ?? []
}

/** Migrates the database at a connection of its own. @returns names of the migrations that ran */
export function migrateAt(connection: pg.ClientConfig): Promise<string[]> {
  return withDatabase(connection, migrate)
}

/**
 * Migrates the database for a command, unless others use it: they may know the present schema only.
 * @throws OperatorError if they do and the schema is an older one
 */
export function migrateUnlessUsed(connection: pg.ClientConfig): Promise<void> {
  return withDatabase(connection, async (database) => {
    const executed = await requireKnown(database)
    if (executed.length === Object.keys(migrations).length) return
    if (executed.length > 0 && (await countOthers(database)) > 0)
      throw new OperatorError(
        'This database was made by an older Cairn, and others use it: use the commands of that Cairn, ' +
          'or bring the database up to date first, with cairn migrate.',
      )
    await migrate(database)
  })
}

/** Names of the migrations that ran. @throws OperatorError if a newer Cairn has more of them */
async function requireKnown(database: Kysely<Tables>): Promise<string[]> {
  const found = await sql<{ there: boolean }>`
    select to_regclass('kysely_migration') is not null as there`.execute(database)
  if (!found.rows[0]?.there) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(database)
  const names = rows.map(({ name }) => name)
  const unknown = names.filter((name) => !(name in migrations)).sort()
  if (unknown.length === 0) return names
  throw new OperatorError(
    `This database was made by a newer Cairn, which ran the migration ${unknown.at(-1)}: start that ` +
      'version or a newer one.',
  )
}

/** Sessions of others in this database. */
async function countOthers(database: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and usename is not null and pid <> pg_backend_pid()`.execute(
    database,
  )
  return rows[0]?.count ?? 0
}

function inWords(error: unknown): unknown {
  const { code, message } = error as { code?: string; message: string }
  if (code !== '42501') return error
  return new OperatorError(
    `The user of the database may not change it (${message}): make it the owner of the database, or ` +
      'grant it CREATE on the schema public.',
    { cause: error },
  )
}
