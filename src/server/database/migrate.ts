import { type Kysely, type Migration, Migrator, sql } from 'kysely'
import type pg from 'pg'
import { OperatorError } from '#server/platform/failure.ts'
import { allowChanges, distributeTables, isDistributed } from './distribute-tables.ts'
import { foldNames, forgetRecords, isFormerInitial, lastFolded } from './folded-migrations.ts'
import { up as initial } from './migrations/0001-initial.ts'
import { up as eventRepos } from './migrations/0002-event-repos.ts'
import { up as attestationDays } from './migrations/0003-attestation-days.ts'
import { up as runningParts } from './migrations/0004-running-parts.ts'
import { up as countsOfOrganizations } from './migrations/0005-counts-of-organizations.ts'
import { up as narrowIndexes } from './migrations/0006-narrow-indexes.ts'
import { up as recentEntries } from './migrations/0007-recent-entries.ts'
import { up as recentOfArtifacts } from './migrations/0008-recent-of-artifacts.ts'
import { up as startsByTime } from './migrations/0009-starts-by-time.ts'
import { up as decisionReferences } from './migrations/0010-decision-references.ts'
import { up as reservationOfItsOrganization } from './migrations/0011-reservation-of-its-organization.ts'
import { up as replacedOverrides } from './migrations/0012-replaced-overrides.ts'
import { withDatabase } from './pool.ts'
import type { Tables } from './tables.ts'

/** Numbered in the order they run, forward only; a released one is never edited. */
export const migrations: Record<string, Migration> = {
  '0001-initial': { up: initial },
  '0002-event-repos': { up: eventRepos },
  '0003-attestation-days': { up: attestationDays },
  '0004-running-parts': { up: runningParts },
  '0005-counts-of-organizations': { up: countsOfOrganizations },
  '0006-narrow-indexes': { up: narrowIndexes },
  '0007-recent-entries': { up: recentEntries },
  '0008-recent-of-artifacts': { up: recentOfArtifacts },
  '0009-starts-by-time': { up: startsByTime },
  '0010-decision-references': { up: decisionReferences },
  '0011-reservation-of-its-organization': { up: reservationOfItsOrganization },
  '0012-replaced-overrides': { up: replacedOverrides },
}

/**
 * Migrates the schema to the newest version under the migrator's lock, in one transaction; where the
 * database is distributed, new tables are as well.
 * @returns names of the migrations that ran
 * @throws the error of the failed migration, after rolling back all
 */
export async function migrate(database: Kysely<Tables>, known = migrations): Promise<string[]> {
  const steps = (await isDistributed(database)) ? thenDistribute(known) : known
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: () => Promise.resolve(steps) },
  })
  const { ran, names } = await requireKnown(database, known)
  await forgetRecords(
    database,
    ran.filter((name) => !names.includes(name)),
  )
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw explainError(error)
  return results?.map((result) => result.migrationName) ?? []
}

/** Lets each migration change tables that are distributed, and distributes those that it makes. */
function thenDistribute(known: Record<string, Migration>): Record<string, Migration> {
  const steps = Object.entries(known).map(([name, { up }]): [string, Migration] => [
    name,
    {
      up: async (transaction: Kysely<Tables>) => {
        await allowChanges(transaction)
        await up(transaction)
        await distributeTables(transaction)
      },
    },
  ])
  return Object.fromEntries(steps)
}

/** Migrates the database at a connection of its own. @returns names of the migrations that ran */
export function migrateAt(connection: pg.ClientConfig): Promise<string[]> {
  return withDatabase(connection, (database) => migrate(database))
}

/**
 * Migrates the database for a command, unless others use it: they may know the present schema only.
 * @throws OperatorError if they do and the schema is an older one
 */
export function migrateUnlessUsed(connection: pg.ClientConfig, known = migrations): Promise<void> {
  return withDatabase(connection, async (database) => {
    const { names } = await requireKnown(database, known)
    if (names.length === Object.keys(known).length) return
    if (names.length > 0 && (await countOthers(database)) > 0)
      throw new OperatorError(
        'This database was made by an older Cairn, and others use it: use the commands of that Cairn, ' +
          'or bring the database up to date first, with cairn migrate.',
      )
    await migrate(database, known)
  })
}

/** Names of the migrations that ran, as they are stored. */
async function readNames(database: Kysely<Tables>): Promise<string[]> {
  const found = await sql<{ there: boolean }>`
    select to_regclass('kysely_migration') is not null as there`.execute(database)
  if (!found.rows[0]?.there) return []
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(database)
  return rows.map(({ name }) => name)
}

/**
 * Requires that this version has all migrations that ran.
 * @returns their names as they are stored, and with folded ones replaced
 * @throws OperatorError if some are unknown, as those of another version
 */
async function requireKnown(
  database: Kysely<Tables>,
  known: Record<string, Migration>,
): Promise<{ ran: string[]; names: string[] }> {
  const ran = await readNames(database)
  const names = (await isFormerInitial(database, ran)) ? null : foldNames(ran, known)
  if (!names)
    throw new OperatorError(
      `This database was made by a development version of Cairn, up to its migration ${ran.at(-1)}: start ` +
        `the development version that has ${lastFolded} on it once, or give Cairn an empty database or ` +
        'another data folder; this one is left as it is.',
    )
  const unknown = names.filter((name) => !(name in known))
  if (unknown.length === 0) return { ran, names }
  if (names.some(isNamedByDay))
    throw new OperatorError(
      'This database was made by a development version of Cairn, before the first release, and cannot be ' +
        'brought up to date: give Cairn an empty database or another data folder; this one is left as it is.',
    )
  throw new OperatorError(
    `This database was made by a newer Cairn, which ran the migration ${unknown.at(-1)}: start that ` +
      'version or a newer one.',
  )
}

/** The first development versions named migrations by day. */
const isNamedByDay = (name: string) => /^\d{4}-\d\d-\d\d-/.test(name)

/** Sessions of others in this database, but those of its own nodes. */
export async function countOthers(database: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'
      and application_name not like 'citus_internal%' and pid <> pg_backend_pid()`.execute(database)
  return rows[0]?.count ?? 0
}

function explainError(error: unknown): unknown {
  const { code, message } = error as { code?: string; message: string }
  if (code !== '42501') return error
  return new OperatorError(
    `The user of the database may not change it (${message}): make it the owner of the database, or ` +
      'grant it CREATE on the schema public.',
    { cause: error },
  )
}
