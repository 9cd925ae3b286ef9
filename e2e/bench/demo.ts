import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cairn, type Service, startService } from '../service.ts'

/** Organization of the demo. */
export const demoOrg = 'northgate'
/** Who looks at the demo. */
export const viewer = 'bench-viewer'

/** Times of a first start with the demo, in seconds. */
interface DemoStart {
  /** Until the dashboard answers. */
  ready: number
  /** Until everything is there. */
  loaded: number
}

/** A service with the demo. */
export interface Demo {
  service: Service
  start: DemoStart
  /** Stops it and removes its data. */
  remove(): Promise<void>
}

/** Starts a service with the demo and waits until it is loaded. */
export async function startDemo(): Promise<Demo> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cairn-bench-demo-'))
  const begun = performance.now()
  const seconds = () => (performance.now() - begun) / 1_000
  const service = await startService(dataDir, { args: ['--demo'], env: { LOG_LEVEL: 'info' } })
  const remove = async () => {
    await service.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const ready = seconds()
    while (!service.output().includes(`Loaded the demo organization ${demoOrg}`)) {
      if (service.process.exitCode !== null) throw new Error(service.output())
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    const loaded = seconds()
    cairn(dataDir, 'user', 'add', viewer)
    cairn(dataDir, 'member', 'add', demoOrg, viewer, '--role', 'admin')
    return { service, start: { ready, loaded }, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Starts a service with the demo, runs a function and removes it. */
export async function withDemo(run: (service: Service) => Promise<void>): Promise<void> {
  const { service, remove } = await startDemo()
  try {
    await run(service)
  } finally {
    await remove()
  }
}
