import { chmod, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { childOf, startService } from '../service.ts'
import { timeoutMs, times } from './length.ts'
import { withSmallDisk } from './namespaces.ts'
import { attest, firstKey } from './writers.ts'

it(
  'reports a full disk, answers reads, and accepts writes again once there is space',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'cairn-survive-'))
    await chmod(dataDir, 0o711)
    const inside = withSmallDisk(dataDir, 160)
    if (!inside) return
    const service = await startService(dataDir, { inside })
    try {
      const key = firstKey(service)
      const headers = { authorization: `Bearer ${key}` }
      const read = async (path: string) => {
        const response = await fetch(`${service.host}/api/v2/${path}`, { headers })
        return { status: response.status, body: await response.json() }
      }
      expect(await attest(service.host, key, 'before-1', 20_000)).toBe(201)
      const disk = join(`/proc/${childOf(Number(service.process.pid))}/root`, dataDir)
      const filler = await fill(join(disk, 'filler'))

      expect(await attest(service.host, key, 'full-1', 20_000)).toBe(507)
      expect((await read('flows/my-company')).status).toBe(200)
      // Also without files, until the database itself has no space left.
      for (let index = 0; index < times(2_000, 20); index += 1)
        expect([201, 503, 507]).toContain(await attest(service.host, key, `full-j${index}`))
      await rm(filler)
      await expect
        .poll(() => attest(service.host, key, 'after-1', 20_000), { timeout: 120_000 })
        .toBe(201)
      const stored = await read('attestations/my-company/survive/trail/before/before-1')
      expect([stored.status, stored.body.length]).toEqual([200, 1])
      expect((await read('attestations/my-company/survive/trail/full/full-1')).body).toEqual([])
      expect(service.process.exitCode).toBeNull()
    } finally {
      await service.kill()
      await rm(dataDir, { recursive: true, force: true })
    }
  },
  timeoutMs,
)

/** Writes a file until the disk is full. */
async function fill(path: string): Promise<string> {
  const file = await open(path, 'w')
  try {
    for (const size of [1 << 20, 4096]) {
      const block = Buffer.alloc(size, 1)
      for (let isFull = false; !isFull;)
        isFull = await file.write(block).then(
          ({ bytesWritten }) => bytesWritten < size,
          () => true,
        )
    }
  } finally {
    await file.close()
  }
  return path
}
