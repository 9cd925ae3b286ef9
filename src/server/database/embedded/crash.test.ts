import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFile,
  copyFile,
  mkdir,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { accountFor, giveTo } from './account.ts'
import { run } from './run.ts'
import { findEmbedded, startEmbedded } from './start.ts'
import { startService } from './testing-service.ts'
import { dataFolder, gone, isAlive, preparedFolder, query, serverPid, start } from './testing.ts'

test('the server of a killed service ends with it, and the next one starts at once', async () => {
  const dataDir = await preparedFolder()
  const { child, started } = startService(dataDir)
  const service = await started
  await query(service.connection, 'CREATE TABLE kept AS SELECT 42 AS answer')
  child.kill('SIGKILL')
  await gone(service.serverPid)

  const next = await start(dataDir)
  expect(next.said).not.toContain('Waiting until the data folder is free')
  expect(await query(next.connection, 'SELECT * FROM kept')).toEqual([{ answer: 42 }])
})

/** Kills the guards of a data folder; its service is stopped, or it starts new ones. */
async function killGuards(dataDir: string): Promise<void> {
  const pids = async () =>
    (await run('pgrep', ['-f', `cairn-guard ${dataDir}`], { account: null })).text.match(/\d+/g) ??
    []
  // A guard that is just beginning has a part that comes after it was looked for.
  for (let found = await pids(); found.length > 0; found = await pids()) {
    for (const pid of found) {
      try {
        process.kill(Number(pid), 'SIGKILL')
      } catch {
        // It ended with the one before it.
      }
    }
  }
}

test('a server whose service and guard were killed is stopped by the next service', async () => {
  const dataDir = await preparedFolder()
  const { child, started } = startService(dataDir)
  const { serverPid: left } = await started
  child.kill('SIGSTOP')
  await killGuards(dataDir)
  child.kill('SIGKILL')
  await gone(Number(child.pid))
  expect(await isAlive(left)).toBe(true)

  const next = await start(dataDir)
  expect(next.said).toContain('ended without stopping its database server')
  expect(next.serverPid).not.toBe(left)
  expect(await isAlive(left)).toBe(false)
})

test('a server without a lock is left alone while others use it', async () => {
  const dataDir = await preparedFolder()
  const { child, started } = startService(dataDir)
  const { connection } = await started
  // Neither its service nor its guard notices that the lock is gone.
  child.kill('SIGSTOP')
  await killGuards(dataDir)
  await rm(join(dataDir, 'owner'), { recursive: true })
  const user = new pg.Client(connection)
  user.on('error', () => {})
  await user.connect()

  await expect(startEmbedded({ dataDir, log: () => {} })).rejects.toThrow('others use it: stop it')
  expect((await user.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  await user.end()
})

test('a server that is killed amid busy sessions comes back, with the same address', async () => {
  const dataDir = await preparedFolder()
  const { connection, serverPid: killed } = await start(dataDir)
  await query(connection, 'CREATE TABLE kept AS SELECT 42 AS answer')
  const busy = query(connection, 'SELECT sum(i) FROM generate_series(1, 1e7) i')
  const ended = busy.catch((error: Error) => error.message)
  const isBusy = () =>
    query(connection, "SELECT 1 FROM pg_stat_activity WHERE query LIKE 'SELECT sum(i)%'")
  await expect.poll(isBusy).toHaveLength(1)
  process.kill(killed, 'SIGKILL')

  await expect
    .poll(() => query(connection, 'SELECT * FROM kept').catch(() => null))
    .toEqual([{ answer: 42 }])
  expect(await serverPid(connection)).not.toBe(killed)
  await ended
})

test('a server whose start fails is tried again until it succeeds, and stops meanwhile', async () => {
  const dataDir = await preparedFolder()
  const conf = join(dataDir, 'postgres', 'postgresql.conf')
  const { connection, stop, serverPid: killed } = await start(dataDir)
  const good = await readFile(conf)
  await appendFile(conf, '\nnonsense = on\n')
  process.kill(killed, 'SIGKILL')
  const failures = async () =>
    (await readFile(join(dataDir, 'postgres.log'), 'utf8')).match(/"nonsense"/g)?.length ?? 0
  await expect.poll(failures).toBeGreaterThan(1)
  await writeFile(conf, good)
  await expect
    .poll(() => query(connection, 'SELECT 1 AS one').catch(() => null))
    .toEqual([{ one: 1 }])

  await appendFile(conf, '\nnonsense = on\n')
  process.kill(await serverPid(connection), 'SIGKILL')
  await stop()
  expect(await readdir(join(dataDir, 'owner'))).toEqual(['1.released'])
})

test('a service that has lost its folder ends its server before it writes again', async () => {
  const dataDir = await preparedFolder()
  const ends: string[] = []
  const { connection, stop } = await startEmbedded({
    dataDir,
    log: () => {},
    onEnd: (reason) => ends.push(reason.message),
  })
  onTestFinished(stop)
  const pid = await serverPid(connection)
  await rename(join(dataDir, 'owner', '1'), join(dataDir, 'owner', '2'))
  await gone(pid)
  await expect.poll(() => ends).toEqual([expect.stringContaining('has taken over')])
})

test('a pid file whose process is another program is ignored', async () => {
  const dataDir = await preparedFolder()
  const cluster = join(dataDir, 'postgres')
  const first = await start(dataDir)
  const socketFolder = first.connection.host ?? ''
  const files = [join(cluster, 'postmaster.pid'), join(socketFolder, '.s.PGSQL.5432.lock')]
  for (const [index, file] of files.entries()) await copyFile(file, join(dataDir, `pid-${index}`))
  await first.stop()
  await mkdir(socketFolder)
  await giveTo(await accountFor(cluster), socketFolder)

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
  expect(await query(second.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])

  await second.stop()
  await leave()
  expect(await findEmbedded({ dataDir })).toBeNull()
  expect(other.exitCode ?? other.signalCode).toBeNull()
})

test('Ctrl-C in a terminal does not reach the server', async () => {
  const dataDir = await preparedFolder()
  const reached = join(dataDir, 'interrupted')
  const note = `import { writeFileSync } from 'node:fs'
    process.on('SIGINT', () => writeFileSync(${JSON.stringify(reached)}, ''))`
  const { child, started } = startService(dataDir, null, note)
  const { connection, serverPid } = await started
  process.kill(-Number(child.pid), 'SIGINT')
  await expect.poll(() => readdir(dataDir)).toContain('interrupted')
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
  expect((await readdir(dataDir)).sort()).toEqual(['owner', 'postgres', 'postgres.log', 'socket'])
  const log = await readFile(join(dataDir, 'postgres.log'), 'utf8')
  expect(log.match(/starting PostgreSQL/g)).toHaveLength(1)
})

test('a service killed during its first start leaves nothing in the way', async () => {
  const dataDir = await dataFolder()
  const { child, started } = startService(dataDir)
  const ended = started.catch((error: Error) => error.message)
  while (!(await isInitializing(dataDir))) await wait(5)
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await expect(ended).resolves.toBe('The service ended before it had a database')
  // Until then the process can still be seen.
  await exited

  const { connection, said } = await start(dataDir)
  expect(said).not.toContain('Waiting until the data folder is free')
  expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
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
