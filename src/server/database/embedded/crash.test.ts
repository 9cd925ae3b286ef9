import { spawn } from 'node:child_process'
import { copyFile, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { accountFor } from './account.ts'
import { startService } from './testing-service.ts'
import { dataFolder, gone, isAlive, killServer, preparedFolder, query, start } from './testing.ts'

vi.setConfig({ testTimeout: 30_000 })

test('a server that a killed service left is taken over, and follows one that was killed', async () => {
  const dataDir = await preparedFolder()
  const { child, started } = startService(dataDir)
  const service = await started
  await query(service.connection, 'CREATE TABLE kept AS SELECT 42 AS answer')
  child.kill('SIGKILL')

  const next = await start(dataDir)
  expect(next.adopted).toBe(true)
  expect(next.serverPid).toBe(service.serverPid)
  expect(next.said).toContain('took it over')
  expect(await query(next.connection, 'SELECT * FROM kept')).toEqual([{ answer: 42 }])

  await killServer(join(dataDir, 'postgres'))
  const last = await start(dataDir)
  expect(last.adopted).toBe(false)
  expect(await query(last.connection, 'SELECT * FROM kept')).toEqual([{ answer: 42 }])
})

test('a server killed amid busy sessions is followed by a new one', async () => {
  const dataDir = await preparedFolder()
  const first = await start(dataDir)
  const busy = query(first.connection, 'SELECT sum(i) FROM generate_series(1, 4e6) i')
  const ended = busy.catch((error: Error) => error.message)
  await wait(100)
  await killServer(join(dataDir, 'postgres'))

  const next = await start(dataDir)
  expect(next.adopted).toBe(false)
  await ended
})

test('a pid file whose process is another program by now does not count', async () => {
  const dataDir = await preparedFolder()
  const cluster = join(dataDir, 'postgres')
  const first = await start(dataDir)
  const socketFolder = first.connection.host ?? ''
  const files = [join(cluster, 'postmaster.pid'), join(socketFolder, '.s.PGSQL.5432.lock')]
  for (const [index, file] of files.entries()) await copyFile(file, join(dataDir, `pid-${index}`))
  await killServer(cluster)

  // of the same user as the server, which is the case that PostgreSQL itself cannot tell
  const account = await accountFor(cluster)
  const identity = account ? { uid: account.uid, gid: account.gid } : {}
  const other = spawn('sleep', ['60'], { cwd: '/', ...identity })
  onTestFinished(() => void other.kill())
  const leave = async () => {
    for (const [index, file] of files.entries()) {
      const text = await readFile(join(dataDir, `pid-${index}`), 'utf8')
      await writeFile(file, text.replace(String(first.serverPid), String(other.pid)))
    }
  }

  await leave()
  const second = await start(dataDir)
  expect(second.adopted).toBe(false)
  expect(await query(second.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])

  await killServer(cluster)
  await leave()
  await second.stop()
  expect(other.exitCode ?? other.signalCode).toBeNull()
})

test('what a terminal sends on Ctrl-C reaches the service, not the server', async () => {
  const dataDir = await preparedFolder()
  const { child, started } = startService(dataDir)
  const { connection, serverPid } = await started
  process.kill(-Number(child.pid), 'SIGINT')
  await gone(Number(child.pid))

  expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  expect(await isAlive(serverPid)).toBe(true)
})

test('first starts at the same time make one database', async () => {
  const dataDir = await dataFolder()
  const outcomes = await Promise.allSettled([1, 2].map(() => startService(dataDir).started))

  const winners = outcomes.filter((outcome) => outcome.status === 'fulfilled')
  expect(winners).toHaveLength(1)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected')
      expect(String(outcome.reason)).toMatch(/Another Cairn is running on the data folder/)
  expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.log'])
  const log = await readFile(join(dataDir, 'postgres.log'), 'utf8')
  expect(log.match(/starting PostgreSQL/g)).toHaveLength(1)
})

test('a service killed during its first start leaves nothing in the way', async () => {
  const dataDir = await dataFolder()
  const { child, started } = startService(dataDir)
  const ended = started.catch((error: Error) => error.message)
  while (!(await isInitializing(dataDir))) await wait(5)
  child.kill('SIGKILL')
  await expect(ended).resolves.toBe('The service ended before it had a database')

  const before = performance.now()
  const { connection, adopted } = await start(dataDir)
  expect(adopted).toBe(false)
  expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  // well below the time after which an untouched lock is stale
  expect(performance.now() - before).toBeLessThan(4_500)
})

async function isInitializing(dataDir: string): Promise<boolean> {
  const names = await readdir(dataDir).catch(() => [])
  const unfinished = names.find((name) => name.startsWith('postgres.new-'))
  if (!unfinished) return false
  return stat(join(dataDir, unfinished, 'base')).then(
    () => true,
    () => false,
  )
}
