import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { type Holder, type OwnerLock, takeOwnerLock } from './owner-lock.ts'
import { temporaryFolder } from './testing.ts'

const stale = 1_000

/** Waits for the lock; counts the calls of `onHeld`, and records whether the holder renewed. */
function waiting(folder: string, role: Holder['role'] = 'service', staleMs = stale) {
  const seen = { holder: null as Holder | null, isRenewed: false, lock: null as OwnerLock | null }
  const taken = takeOwnerLock<never>(
    folder,
    role,
    async (holder, isRenewed) => {
      Object.assign(seen, { holder, isRenewed })
      return null
    },
    staleMs,
  )
  const done = taken.then((lock) => {
    onTestFinished(lock.release)
    seen.lock = lock
    return lock
  })
  return { seen, done }
}

const holder = (over: Partial<Holder> = {}): Holder => ({
  role: 'service',
  host: 'elsewhere',
  pid: 7,
  machine: 'another one',
  ...over,
})

/** Takes the lock over as a process elsewhere does. */
async function leave(folder: string, left: Holder): Promise<string> {
  const owner = join(folder, 'owner')
  await mkdir(owner, { recursive: true })
  const others = await readdir(owner)
  await writeFile(join(owner, '2'), JSON.stringify(left))
  for (const name of others) await rm(join(owner, name))
  return join(owner, '2')
}

test('one process holds it, the others see which, and the next has it after the release', async () => {
  const folder = await temporaryFolder()
  const first = await waiting(folder, 'command').done
  expect([first.isSuccessor, JSON.parse(await readFile(first.file, 'utf8'))]).toEqual([
    false,
    expect.objectContaining({ role: 'command', pid: process.pid }),
  ])
  const second = waiting(folder)
  await expect
    .poll(() => second.seen)
    .toMatchObject({ holder: { role: 'command' }, isRenewed: true, lock: null })

  await first.release()
  expect((await second.done).isSuccessor).toBe(true)
  expect(first.lost.aborted).toBe(false)
  expect(await readdir(join(folder, 'owner'))).toEqual(['2'])
})

test('of many that start at once one holds it at a time', async () => {
  const folder = await temporaryFolder()
  await leave(folder, holder())
  let holding = 0
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      const lock = await waiting(folder).done
      holding += 1
      await wait(10)
      expect(holding).toBe(1)
      holding -= 1
      await lock.release()
    }),
  )
})

test('the lock of a process that has ended is taken at once', async () => {
  const folder = await temporaryFolder()
  const { file } = await waiting(folder).done
  const { machine } = JSON.parse(await readFile(file, 'utf8'))
  await leave(folder, holder({ machine, pid: 2_147_483_000 }))
  // Long before it would be stale.
  await waiting(folder, 'service', 3_600_000).done
})

test('a lock without renewals is taken over, one with renewals is not, whatever the clock', async () => {
  const folder = await temporaryFolder()
  const file = await leave(folder, holder())
  let renewals = 0
  const renew = setInterval(() => {
    // The one who takes the lock over may remove it meanwhile.
    utimes(file, 1_000, (renewals += 1)).catch(() => undefined)
  }, stale / 5)
  onTestFinished(() => clearInterval(renew))
  const next = waiting(folder)
  await expect.poll(() => renewals).toBeGreaterThan(10)
  expect(next.seen).toMatchObject({ holder: { host: 'elsewhere' }, isRenewed: true, lock: null })
  clearInterval(renew)
  await next.done
})

test('a holder that lost the lock notices, and removes nothing on its release', async () => {
  const folder = await temporaryFolder()
  const first = await waiting(folder).done
  await leave(folder, holder())
  await expect.poll(() => first.lost.aborted).toBe(true)
  await first.release()
  expect(await readdir(join(folder, 'owner'))).toEqual(['2'])
})

test('an incomplete lock is respected until it is stale', async () => {
  const folder = await temporaryFolder()
  const file = await leave(folder, holder())
  await writeFile(file, '')
  const next = waiting(folder)
  await expect.poll(() => next.seen.holder?.host).toBe('unknown')
  await next.done
})
