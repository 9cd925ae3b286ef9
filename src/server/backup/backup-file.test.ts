import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { writeWhole } from './backup-file.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-backup-file-'))
  onTestFinished(() => rm(folder, { recursive: true }))
})

it('leaves nothing of a file whose writing fails', async () => {
  const full = Object.assign(new Error('full'), { code: 'ENOSPC' })
  const file = join(folder, 'backup')
  const write = (target: Writable) => finished(target.destroy(full))
  await expect(writeWhole(file, write)).rejects.toThrow(`${file} cannot be written: full.`)
  expect(await readdir(folder)).toEqual([])
})

it.each(['SIGTERM', 'SIGINT'] as const)(
  'leaves nothing of a file when %s ends its process',
  async (signal) => {
    const program = `
    import { writeWhole } from ${JSON.stringify(fileURLToPath(new URL('backup-file.ts', import.meta.url)))}
    setInterval(() => undefined, 1000)
    await writeWhole(${JSON.stringify(join(folder, 'backup'))}, (target) => {
      target.write('some', () => console.log('begun'))
      return new Promise(() => undefined)
    })`
    const child = spawn('node', ['--import', 'tsx', '--input-type=module', '-e', program])
    const ended = once(child, 'exit')
    await once(child.stdout, 'data')
    expect(await readdir(folder)).toEqual([expect.stringMatching(/^backup\.\w+\.part$/)])
    child.kill(signal)
    expect(await ended).toEqual([null, signal])
    expect(await readdir(folder)).toEqual([])
  },
)
