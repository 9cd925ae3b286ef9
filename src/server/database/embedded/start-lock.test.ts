import { readdir, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { takeStartLock } from './start-lock.ts'
import { temporaryFolder } from './testing.ts'

vi.setConfig({ testTimeout: 20_000 })

test('the second waits for the first and says so', async () => {
  const folder = await temporaryFolder()
  const said: string[] = []
  const release = await takeStartLock(folder, () => {})
  let isTaken = false
  const second = takeStartLock(folder, (message) => said.push(message)).then((end) => {
    isTaken = true
    return end
  })
  await wait(300)
  expect(isTaken).toBe(false)
  expect(said).toEqual(['Another Cairn is just starting or stopping on this data folder: waiting.'])

  await release()
  await (
    await second
  )()
  expect(await readdir(folder)).toEqual([])
})

test('the lock of a process that is gone is taken at once', async () => {
  const folder = await temporaryFolder()
  const left = { id: 'x', host: hostname(), pid: 2_147_483_000 }
  await writeFile(join(folder, 'starting.lock'), JSON.stringify(left))
  const before = performance.now()
  await (
    await takeStartLock(folder, () => {})
  )()
  expect(performance.now() - before).toBeLessThan(2_000)
})

test('a lock that nobody touches is taken over, one that is touched is not', async () => {
  const folder = await temporaryFolder()
  const file = join(folder, 'starting.lock')
  // a process that lives, though not the one that left the file
  await writeFile(file, JSON.stringify({ id: 'x', host: hostname(), pid: process.ppid }))
  const before = performance.now()
  const beat = setInterval(() => void utimes(file, new Date(), new Date()), 100)
  setTimeout(() => clearInterval(beat), 1_500)
  await (
    await takeStartLock(folder, () => {}, 1_000)
  )()
  expect(performance.now() - before).toBeGreaterThan(2_300)
})

test('a holder keeps its lock however long it needs', async () => {
  const folder = await temporaryFolder()
  const release = await takeStartLock(folder, () => {}, 1_000)
  const second = takeStartLock(folder, () => {}, 1_000)
  expect(await Promise.race([second, wait(1_500, 'waiting')])).toBe('waiting')
  await release()
  await (
    await second
  )()
})
