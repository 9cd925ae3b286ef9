import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startService } from '../service.ts'

/** Seconds until a service is ready: on an empty data folder, and again on the same. */
export async function measureStarts(): Promise<{ first: number; restart: number }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cairn-bench-'))
  const start = async () => {
    const begun = performance.now()
    const service = await startService(dataDir)
    const seconds = (performance.now() - begun) / 1_000
    await service.stop()
    return seconds
  }
  try {
    return { first: await start(), restart: await start() }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
