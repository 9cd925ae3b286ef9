import { migrateUnlessUsed } from '#server/database/migrate.ts'
import { joinDatabase, type OpenDatabase } from '#server/database/open.ts'
import { requireEmbedded, requireTables } from '#server/database/require-database.ts'
import { type Administration, withAdministration } from '#server/database/system/administration.ts'
import { type Config, readConfig } from '#server/platform/config.ts'
import { configWarnings } from '#server/platform/config-warnings.ts'
import { printFailure } from '#server/platform/failure.ts'

/** Prints a line of what a command was asked for. */
export const say = (message: string) => console.log(message)

/** Prints a remark beside the output. */
export const note = (message: string) => console.error(message)

/** Ends a command that did its work with exit code 3, as something that it looked at is missing or wrong. */
export function endWithFindings(): void {
  process.exitCode = 3
}

function fail(error: unknown): never {
  printFailure(error)
  process.exit(1)
}

/**
 * Works on the database, beside a running service or alone, and closes it.
 * @param isFirst whether the command may be the first to use it, and makes an embedded one then
 * @throws OperatorError where there is none, and it may not be the first
 */
export async function onDatabase(
  work: (database: OpenDatabase, config: Config) => Promise<void>,
  { isFirst = false } = {},
): Promise<void> {
  const config = readConfig()
  for (const warning of configWarnings()) note(warning)
  if (!isFirst) await requireEmbedded(config)
  const database = await joinDatabase(config, { log: note, onEnd: fail })
  try {
    if (!isFirst) await requireTables(database.direct)
    await work(database, config)
  } finally {
    await database.close()
  }
}

type AdministrationWork = (
  administration: Administration,
  database: OpenDatabase,
  config: Config,
) => Promise<void>

/** Runs administration on an up-to-date database. @throws OperatorError where there is none */
export const administer = (work: AdministrationWork): Promise<void> =>
  onDatabase((database, config) => administerOn(database, config, work))

/** Runs administration that sets something up: it may be the first to use a database, and makes one. */
export const administerFirst = (work: AdministrationWork): Promise<void> =>
  onDatabase((database, config) => administerOn(database, config, work), { isFirst: true })

async function administerOn(database: OpenDatabase, config: Config, work: AdministrationWork) {
  await migrateUnlessUsed(database.direct)
  await withAdministration(database.direct, (administration) =>
    work(administration, database, config),
  )
}
