import { installReporterCli } from './reporter-cli.ts'
import { startWorld } from './start-world.ts'

/** Installs the reporter CLI, and starts the service of the projects that share one. */
export default async function setup(): Promise<() => Promise<void>> {
  installReporterCli()
  const { world, stop } = await startWorld()
  process.env.E2E_WORLD = JSON.stringify(world)
  return stop
}
