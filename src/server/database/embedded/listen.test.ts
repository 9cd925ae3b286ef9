import { chmod, mkdir, readFile, rm, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { shortName } from './folders.ts'
import { makeSocketFolder } from './listen.ts'
import { dataFolder, query, temporaryFolder } from './testing.ts'

vi.setConfig({ testTimeout: 30_000 })

async function socketFolder(folder: string, places: string[]): Promise<string> {
  const made = await makeSocketFolder(folder, null, places)
  onTestFinished(() => rm(made, { recursive: true, force: true }))
  return made
}

test('the same data folder gives the same private socket folder', async () => {
  const place = await temporaryFolder()
  const made = await socketFolder('/some/data', [place])
  expect(made).toBe(join(place, `cairn-${shortName('/some/data')}`))
  expect((await stat(made)).mode & 0o777).toBe(0o700)
  expect(await socketFolder('/some/data', [place])).toBe(made)
  expect(await socketFolder('/other/data', [place])).not.toBe(made)
})

test('a folder that others can enter, a link, or a long path is not used', async () => {
  const place = await temporaryFolder()
  const open = join(place, `cairn-${shortName('/open')}`)
  await mkdir(open)
  await chmod(open, 0o755)
  await symlink('/tmp', join(place, `cairn-${shortName('/link')}`))
  const long = join(place, 'x'.repeat(100))
  await mkdir(long)

  for (const made of [
    await socketFolder('/open', [place]),
    await socketFolder('/link', [place]),
    await socketFolder('/data', [long]),
  ]) {
    expect(made).toMatch(/^\/tmp\/cairn-\w{6}$/)
    expect((await stat(made)).mode & 0o777).toBe(0o700)
  }
})

test('without unix sockets the server listens on loopback with a password', async () => {
  vi.resetModules()
  vi.doMock('./platform.ts', async (original) => ({ ...(await original()), hasUnixSockets: false }))
  onTestFinished(() => void vi.doUnmock('./platform.ts'))
  const loopback = await import('./start.ts')

  const dataDir = await dataFolder()
  const options = { dataDir, log: () => {} }
  const database = await loopback.startEmbedded(options)
  onTestFinished(() => database.stop())
  const { connection } = database
  expect(connection.host).toBe('127.0.0.1')
  expect(connection.password).toMatch(/^[\w-]{43}$/)
  expect((await stat(join(dataDir, 'postgres-password'))).mode & 0o777).toBe(0o600)
  const [row] = await query(connection, 'SHOW unix_socket_directories')
  expect(row).toEqual({ unix_socket_directories: '' })
  await expect(query({ ...connection, password: 'wrong' }, 'SELECT 1')).rejects.toThrow('password')
  const hba = await readFile(join(dataDir, 'postgres', 'pg_hba.conf'), 'utf8')
  expect(hba).not.toMatch(/^\w.*trust/m)

  expect(await loopback.findEmbedded(options)).toEqual(connection)
  expect((await loopback.startEmbedded(options)).adopted).toBe(true)
  await database.stop()
  const again = await loopback.startEmbedded(options)
  expect(await query(again.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await again.stop()
})
