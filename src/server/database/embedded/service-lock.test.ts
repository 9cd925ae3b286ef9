import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { ServiceAlreadyRunning, takeServiceLock } from './service-lock.ts'
import { startService } from './testing-service.ts'
import { preparedFolder, query, start } from './testing.ts'

vi.setConfig({ testTimeout: 30_000 })

test('a second service is refused until the first lets go', async () => {
  const dataDir = await preparedFolder()
  const { connection, stop } = await start(dataDir)
  const first = await takeServiceLock(connection)

  const refused = await takeServiceLock(connection).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ServiceAlreadyRunning)
  expect(String(refused)).toContain(dataDir)
  expect(String(refused)).toContain(`process ${process.pid}`)
  expect(String(refused)).toContain('CAIRN_DATA_DIR')

  await first.release()
  const second = await takeServiceLock(connection)
  await stop()
  await second.release()
})

test('a start beside a live service finds the lock held, and after its death free', async () => {
  const dataDir = await preparedFolder()
  const { child, started } = startService(dataDir)
  const service = await started

  const beside = await start(dataDir)
  expect(beside.adopted).toBe(true)
  await expect(takeServiceLock(beside.connection)).rejects.toThrow(`process ${child.pid}`)

  child.kill('SIGKILL')
  const lock = await takeServiceLock(beside.connection)
  await lock.release()
  expect(service.serverPid).toBe(beside.serverPid)
})

test('a lock whose connection breaks is taken again', async () => {
  const { connection } = await start(await preparedFolder())
  const lock = await takeServiceLock(connection)
  const holders = () =>
    query(connection, "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted")
  const [before] = await holders()
  await query(connection, `SELECT pg_terminate_backend(${before?.pid})`)

  let after = await holders()
  while (after.length === 0) {
    await wait(50)
    after = await holders()
  }
  expect(after).toHaveLength(1)
  expect(after[0]?.pid).not.toBe(before?.pid)

  await lock.release()
  await wait(50)
  expect(await holders()).toEqual([])
})
