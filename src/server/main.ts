import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import closeWithGrace from 'close-with-grace'
import { createApp } from './app.ts'
import { isRoot } from './database/embedded/account.ts'
import { migrateAt } from './database/migrate.ts'
import { openDatabase, type OpenDatabase } from './database/open.ts'
import { withAdministration } from './database/system/administration.ts'
import { addDemoOrganization, loadDemo } from './demo/load.ts'
import { welcome, welcomeToDemo } from './first-run.ts'
import { type ReservedPort, reservePort } from './http/reserve-port.ts'
import { collectWhenIdle } from './platform/collect-when-idle.ts'
import { type Config, readConfig, readLogFormat } from './platform/config.ts'
import { configWarnings, plainHttpWarning } from './platform/config-warnings.ts'
import { OperatorError } from './platform/failure.ts'
import { processOutput } from './platform/process-output.ts'
import { startTracing, stopTracing } from './platform/tracing.ts'

// The heap may grow by two fifths of what is alive before all of it is collected. By itself V8 lets it
// grow further where collecting is quick, so that a peak keeps 100 MB that nothing needs.
setFlagsFromString('--heap-growing-percent=40')
collectWhenIdle()

const output = processOutput(readLogFormat())

/** Closed when the process ends, the last first, however far its start has come. */
const closers: (() => Promise<void>)[] = []
let isEnding = false

async function end(error?: unknown): Promise<void> {
  isEnding = true
  if (error) output.fail(error)
  for (const close of closers.toReversed()) await close()
}

/** Ends the process at once: nothing that it could still do would be stored. */
function fail(error: unknown): never {
  output.fail(error)
  process.exit(1)
}

/** Whether the demo is wanted, the only option. @throws OperatorError for another */
function readDemoOption(): boolean {
  const options = process.argv.slice(2).filter((argument) => argument !== 'serve')
  const unknown = options.find((option) => option !== '--demo')
  if (unknown) throw new OperatorError(`The service has no option "${unknown}": it takes --demo.`)
  return options.length > 0
}

async function main(): Promise<void> {
  closeWithGrace({ delay: 10_000, logger: false }, ({ err, signal }) => {
    if (signal) output.say(`Cairn ends on ${signal}, and finishes first what is under way.`)
    return end(err)
  })
  const hasDemo = readDemoOption()
  const config = readConfig()
  if (config.sendsTraces) await startTracing()
  closers.push(stopTracing)
  for (const warning of configWarnings()) output.warn(warning)
  const port = await reservePort(config)
  closers.push(port.close)
  const metricsPort =
    config.metricsListener && (await reservePort(config.metricsListener, 'CAIRN_METRICS_'))
  if (metricsPort) closers.push(metricsPort.close)
  const opening = openDatabase(config, { log: output.say, onEnd: fail })
  // A server that is just starting is stopped as soon as possible.
  closers.push(() =>
    opening.then(
      (database) => database.close(),
      () => undefined,
    ),
  )
  await serve(config, await opening, { port, metricsPort, hasDemo })
}

interface Ports {
  port: ReservedPort
  metricsPort: ReservedPort | null
}

async function serve(
  config: Config,
  database: OpenDatabase,
  { hasDemo, ...ports }: Ports & { hasDemo: boolean },
): Promise<void> {
  const { say } = output
  const migrated = await migrateAt(database.direct)
  if (migrated.length) say(`Brought the database up to date: ${migrated.join(', ')}.`)
  const web = fileURLToPath(new URL('../web/', import.meta.url))
  const isBuilt = existsSync(`${web}index.html`)
  const app = await createApp({ config, database, webDir: isBuilt ? web : null, ...ports })
  closers.push(app.close)
  await app.server.ready()
  await withAdministration(database.direct, async (administration) => {
    await welcome(administration, config, say, { hasDemo })
    if (!hasDemo) return open(config, ports)
    await welcomeToDemo(administration, config, await addDemoOrganization(administration), say)
    // The dashboard can be looked at while the demo fills it.
    open(config, ports)
    await loadDemo({ administration, config, database, say })
  })
}

function open(config: Config, { port, metricsPort }: Ports): void {
  port.open()
  metricsPort?.open()
  output.say(`Cairn is ready on ${config.baseUrl}`)
  const warning = plainHttpWarning(config)
  if (warning) output.warn(warning)
  if (isRoot())
    output.warn('Warning: Cairn runs as root. Give it a user of its own, who owns its data folder.')
}

main().catch(async (error: unknown) => {
  // Failures while the database is being closed are expected.
  if (isEnding) return
  await end(error)
  process.exit(1)
})
