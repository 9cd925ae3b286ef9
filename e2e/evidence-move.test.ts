import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cairn, cairnWith, type Service, startService } from './service.ts'
import { attest, firstKey } from './survive/writers.ts'

let folder: string
const services: Service[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-move-'))
  await chmod(folder, 0o711)
})

afterEach(async () => {
  for (const service of services.splice(0)) await service.kill()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

it('moves evidence beside the service, and starts on no store without it', async () => {
  const [data, moved] = [join(folder, 'data'), join(folder, 'moved')]
  const service = await startService(data)
  services.push(service)
  expect(await attest(service.host, firstKey(service), 'one', 5000)).toBe(201)
  const copy = () => cairn(data, 'evidence', 'copy', join(data, 'evidence'), moved)
  expect(copy()).toMatch(/^Copied 1 files of \d+ bytes; 0 files were there already\.$/)
  expect(copy()).toBe('Copied 0 files of 0 bytes; 1 files were there already.')
  expect(() => cairn(data, 'evidence', 'copy', join(folder, 'none'), moved)).toThrow(
    /There is no store of evidence at .*none: nothing to copy\.$/m,
  )
  expect(() => cairn(data, 'evidence', 'copy', moved, '/proc/evidence')).toThrow(
    /^Cairn cannot use the folder \/proc\/evidence for evidence \(ENOENT/m,
  )
  await service.kill()
  await rm(join(data, 'evidence'), { recursive: true })

  for (const location of [join(data, 'evidence'), join(data, 'secret.key')])
    await expect(startService(data, { env: { CAIRN_EVIDENCE: location } })).rejects.toThrow(
      /has none of the files that the database names\. Set CAIRN_EVIDENCE/,
    )
  // Else uploads would go into it, where the folder is only away for a while.
  expect(existsSync(join(data, 'evidence'))).toBe(false)
  const env = { CAIRN_EVIDENCE: moved }
  services.push(await startService(data, { env }))
  expect(cairnWith({ ...env, CAIRN_DATA_DIR: data }, 'verify')).toMatch(
    /1 files are sound, 0 missing/,
  )
})
