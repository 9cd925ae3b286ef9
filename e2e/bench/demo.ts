import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cairn, type Service, startService } from '../service.ts'

/** Organization of the demo. */
export const demoOrg = 'northgate'
/** Who looks at the demo. */
export const viewer = 'bench-viewer'

/** Times of a first start with the demo, in seconds. */
export interface DemoStart {
  /** Until the dashboard answers. */
  ready: number
  /** Until everything is there. */
  loaded: number
}

/** Starts a service with the demo, waits until it is loaded, runs a function and removes it. */
export async function withDemo(
  run: (service: Service, start: DemoStart) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cairn-bench-demo-'))
  const begun = performance.now()
  const seconds = () => (performance.now() - begun) / 1_000
  const service = await startService(dataDir, { args: ['--demo'], env: { LOG_LEVEL: 'info' } })
  try {
    const ready = seconds()
    while (!service.output().includes(`Loaded the demo organization ${demoOrg}`)) {
      if (service.process.exitCode !== null) throw new Error(service.output())
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    const loaded = seconds()
    cairn(dataDir, 'user', 'add', viewer)
    cairn(dataDir, 'member', 'add', demoOrg, viewer, '--role', 'admin')
    await run(service, { ready, loaded })
  } finally {
    await service.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
