import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import closeWithGrace from 'close-with-grace'
import { createApp } from './app.ts'
import { migrateAt } from './database/migrate.ts'
import { openDatabase, type OpenDatabase } from './database/open.ts'
import { withAdministration } from './database/system/administration.ts'
import { addDemoOrganization, loadDemo } from './demo/load.ts'
import { signInLink, welcome } from './first-run.ts'
import { type ReservedPort, reservePort } from './http/reserve-port.ts'
import { type Config, configWarnings, plainHttpWarning, readConfig } from './platform/config.ts'
import { printFailure } from './platform/failure.ts'

const say = (message: string) => console.log(message)

/** Closed when the process ends, the last first, however far its start has come. */
const closers: (() => Promise<void>)[] = []
let isEnding = false

async function end(error?: unknown): Promise<void> {
  isEnding = true
  if (error) printFailure(error)
  for (const close of closers.toReversed()) await close()
}

/** Ends the process at once: nothing that it could still do would be stored. */
function fail(error: unknown): never {
  printFailure(error)
  process.exit(1)
}

async function main(): Promise<void> {
  closeWithGrace({ delay: 10_000, logger: false }, ({ err }) => end(err))
  const config = readConfig()
  for (const warning of configWarnings()) say(warning)
  const port = await reservePort(config.port, config.host)
  closers.push(port.close)
  const opening = openDatabase(config, { log: say, onEnd: fail })
  // A server that is just starting is stopped as soon as possible.
  closers.push(() =>
    opening.then(
      (database) => database.close(),
      () => undefined,
    ),
  )
  await serve(config, await opening, port)
}

async function serve(config: Config, database: OpenDatabase, port: ReservedPort): Promise<void> {
  const migrated = await migrateAt(database.direct)
  if (migrated.length) say(`Brought the database up to date: ${migrated.join(', ')}.`)
  const web = fileURLToPath(new URL('../web/', import.meta.url))
  const isBuilt = existsSync(`${web}index.html`)
  const app = await createApp({ config, database, webDir: isBuilt ? web : null, port })
  closers.push(app.close)
  await app.server.ready()
  await withAdministration(database.direct, async (administration) => {
    await welcome(administration, config, say)
    if (!process.argv.includes('--demo')) return open(config, port)
    const { organization, owner } = await addDemoOrganization(administration)
    const link = await signInLink(administration, config, owner, `/${organization}`)
    say(`Sign in to the demo organization ${organization}, once within 24 hours: ${link}`)
    // The dashboard can be looked at while the demo fills it.
    open(config, port)
    await loadDemo({ administration, config, database, say })
  })
}

function open(config: Config, port: ReservedPort): void {
  port.open()
  say(`Cairn is ready on ${config.baseUrl}`)
  const warning = plainHttpWarning(config)
  if (warning) say(warning)
}

main().catch(async (error: unknown) => {
  // Failures while the database is being closed are expected.
  if (isEnding) return
  await end(error)
  process.exit(1)
})
