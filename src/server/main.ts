import closeWithGrace from 'close-with-grace'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createApp } from './app.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { withAdministration } from './database/across-organizations/connect.ts'
import { ServiceAlreadyRunning } from './database/embedded/service-lock.ts'
import { migrateAt } from './database/migrate.ts'
import { openDatabase, type OpenDatabase } from './database/open.ts'
import { loadDemo } from './demo/load.ts'
import { signInLink, welcome } from './first-run.ts'

const say = (message: string) => console.log(message)

async function main(): Promise<void> {
  const config = readConfig()
  const database = await openDatabase(config, say)
  try {
    await serve(config, database)
  } catch (error) {
    await database.close()
    throw error
  }
}

async function serve(config: Config, database: OpenDatabase): Promise<void> {
  const migrated = await migrateAt(database.direct)
  if (migrated.length) say(`Brought the database up to date: ${migrated.join(', ')}.`)
  const web = fileURLToPath(new URL('../web/', import.meta.url))
  const isBuilt = existsSync(`${web}index.html`)
  const app = await createApp({ config, database, webDir: isBuilt ? web : null })
  closeWithGrace({ delay: 10_000, logger: false }, async ({ err }) => {
    if (err) console.error(err)
    await app.close()
    await database.close()
  })
  await withAdministration(database.direct, async (administration) => {
    await welcome(administration, config, say)
    if (!process.argv.includes('--demo')) return
    const { organization, owner } = await loadDemo({
      administration,
      config,
      database,
      say,
    })
    const link = await signInLink(administration, config, owner, `/${organization}`)
    say(`Sign in to the demo organization ${organization}, once within 24 hours: ${link}`)
  })
  await app.server.listen({ port: config.port, host: config.host })
  say(`Cairn is ready on ${config.baseUrl}`)
}

main().catch((error: unknown) => {
  const expected = error instanceof ConfigError || error instanceof ServiceAlreadyRunning
  console.error(expected ? error.message : error)
  process.exit(1)
})
