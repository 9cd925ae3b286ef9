import { type Kysely, type Migration, Migrator, sql } from 'kysely'
import type pg from 'pg'
import { OperatorError } from '#server/platform/failure.ts'
import { up as initial } from './migrations/0001-initial.ts'
import { up as trailNames } from './migrations/0002-trail-names.ts'
import { up as verdictCarriers } from './migrations/0003-verdict-carriers.ts'
import { up as countsByReport } from './migrations/0004-counts-by-report.ts'
import { up as reportingIntervals } from './migrations/0005-reporting-intervals.ts'
import { up as exceptionPeriods } from './migrations/0006-exception-periods.ts'
import { up as evidenceAges } from './migrations/0007-evidence-ages.ts'
import { up as exceptionReviews } from './migrations/0008-exception-reviews.ts'
import { up as controlScope } from './migrations/0009-control-scope.ts'
import { up as allowanceApproval } from './migrations/0010-allowance-approval.ts'
import { up as exceptionsInForce } from './migrations/0011-exceptions-in-force.ts'
import { up as silenceStarts } from './migrations/0012-silence-starts.ts'
import { up as overriddenBuilds } from './migrations/0013-overridden-builds.ts'
import { up as exceptionsInOrder } from './migrations/0014-exceptions-in-order.ts'
import { up as callCounts } from './migrations/0015-call-counts.ts'
import { up as invitationMakers } from './migrations/0016-invitation-makers.ts'
import { up as identities } from './migrations/0017-identities.ts'
import { up as instance } from './migrations/0018-instance.ts'
import { up as scim } from './migrations/0019-scim.ts'
import { up as operation } from './migrations/0020-operation.ts'
import { up as tenantKeys } from './migrations/0021-tenant-keys.ts'
import { up as deletion } from './migrations/0022-deletion.ts'
import { up as purge } from './migrations/0023-purge.ts'
import { up as trailUpdates } from './migrations/0024-trail-updates.ts'
import { up as stateEvidence } from './migrations/0025-state-evidence.ts'
import { up as sessionRefresh } from './migrations/0026-session-refresh.ts'
import { up as accessChanges } from './migrations/0027-access-changes.ts'
import { up as evidenceRetention } from './migrations/0028-evidence-retention.ts'
import { up as erasure } from './migrations/0029-erasure.ts'
import { up as runningHashes } from './migrations/0030-running-hashes.ts'
import { up as nothingExpected } from './migrations/0031-nothing-expected.ts'
import { withDatabase } from './pool.ts'
import type { Tables } from './tables.ts'

/** Numbered in the order they run, forward only; a released one is never edited. */
export const migrations: Record<string, Migration> = {
  '0001-initial': { up: initial },
  '0002-trail-names': { up: trailNames },
  '0003-verdict-carriers': { up: verdictCarriers },
  '0004-counts-by-report': { up: countsByReport },
  '0005-reporting-intervals': { up: reportingIntervals },
  '0006-exception-periods': { up: exceptionPeriods },
  '0007-evidence-ages': { up: evidenceAges },
  '0008-exception-reviews': { up: exceptionReviews },
  '0009-control-scope': { up: controlScope },
  '0010-allowance-approval': { up: allowanceApproval },
  '0011-exceptions-in-force': { up: exceptionsInForce },
  '0012-silence-starts': { up: silenceStarts },
  '0013-overridden-builds': { up: overriddenBuilds },
  '0014-exceptions-in-order': { up: exceptionsInOrder },
  '0015-call-counts': { up: callCounts },
  '0016-invitation-makers': { up: invitationMakers },
  '0017-identities': { up: identities },
  '0018-instance': { up: instance },
  '0019-scim': { up: scim },
  '0020-operation': { up: operation },
  '0021-tenant-keys': { up: tenantKeys },
  '0022-deletion': { up: deletion },
  '0023-purge': { up: purge },
  '0024-trail-updates': { up: trailUpdates },
  '0025-state-evidence': { up: stateEvidence },
  '0026-session-refresh': { up: sessionRefresh },
  '0027-access-changes': { up: accessChanges },
  '0028-evidence-retention': { up: evidenceRetention },
  '0029-erasure': { up: erasure },
  '0030-running-hashes': { up: runningHashes },
  '0031-nothing-expected': { up: nothingExpected },
}

/**
 * Migrates the schema to the newest version under the migrator's lock, in one transaction.
 * @returns names of the migrations that ran
 * @throws the error of the failed migration, after rolling back all
 */
export async function migrate(database: Kysely<Tables>, known = migrations): Promise<string[]> {
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: () => Promise.resolve(known) },
  })
  await requireKnown(database, known)
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw inWords(error)
  return results?.map((result) => result.migrationName) ?? []
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
    const executed = await requireKnown(database, known)
    if (executed.length === Object.keys(known).length) return
    if (executed.length > 0 && (await countOthers(database)) > 0)
      throw new OperatorError(
        'This database was made by an older Cairn, and others use it: use the commands of that Cairn, ' +
          'or bring the database up to date first, with cairn migrate.',
      )
    await migrate(database, known)
  })
}

/**
 * Names of the migrations that ran.
 * @throws OperatorError if some are unknown, as those of another version
 */
async function requireKnown(
  database: Kysely<Tables>,
  known: Record<string, Migration>,
): Promise<string[]> {
  const found = await sql<{ there: boolean }>`
    select to_regclass('kysely_migration') is not null as there`.execute(database)
  if (!found.rows[0]?.there) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(database)
  const names = rows.map(({ name }) => name)
  const unknown = names.filter((name) => !(name in known)).sort()
  if (unknown.length === 0) return names
  if (names.some(isOfDevelopment))
    throw new OperatorError(
      'This database was made by a development version of Cairn, before the first release, and cannot be ' +
        'brought up to date: give Cairn an empty database or another data folder; this one is left as it is.',
    )
  throw new OperatorError(
    `This database was made by a newer Cairn, which ran the migration ${unknown.at(-1)}: start that ` +
      'version or a newer one.',
  )
}

/** Development versions named migrations by day. */
const isOfDevelopment = (name: string) => /^\d{4}-\d\d-\d\d-/.test(name)

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
