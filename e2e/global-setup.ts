import { installReporterCli } from './reporter-cli.ts'
import { startWorld } from './start-world.ts'

/** Installs the reporter CLI, and starts the service of the projects that share one. */
export default async function setup(): Promise<() => Promise<void>> {
  const [{ world, stop }] = await Promise.all([startWorld(), installReporterCli()])
  process.env.E2E_WORLD = JSON.stringify(world)
  return stop
}
