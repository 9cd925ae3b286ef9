import { chmod, mkdir, readdir, readFile, rm, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { shortName } from './folders.ts'
import { makeSocketFolder } from './listen-settings.ts'
import { supervisor } from './roles.ts'
import { dataFolder, query, temporaryFolder } from './testing.ts'

async function socketFolder(home: string, places: string[]): Promise<string> {
  const made = await makeSocketFolder(home, null, places)
  onTestFinished(() => rm(made, { recursive: true, force: true }))
  return made
}

test('the socket stands beside the cluster, the same every time', async () => {
  const home = await temporaryFolder()
  const made = await socketFolder(home, [])
  expect(made).toBe(join(home, 'socket'))
  expect((await stat(made)).mode & 0o777).toBe(0o700)
  expect(await readdir(made)).toEqual([])
  expect(await socketFolder(home, [])).toBe(made)
})

test('where that path is too long, or sockets cannot be made, it stands in the first other place', async () => {
  const place = await temporaryFolder()
  const long = join(await temporaryFolder(), 'x'.repeat(100))
  await mkdir(long)
  for (const home of [long, '/proc']) {
    const made = await socketFolder(home, [place])
    expect(made).toBe(join(place, `cairn-${shortName(home)}`))
    expect((await stat(made)).mode & 0o777).toBe(0o700)
  }
})

test('a folder that others can enter, a link, or a long path is not used', async () => {
  const place = await temporaryFolder()
  const opened = await temporaryFolder()
  const linked = await temporaryFolder()
  await mkdir(join(opened, 'socket'))
  await chmod(join(opened, 'socket'), 0o755)
  await symlink('/tmp', join(linked, 'socket'))
  const long = join(place, 'x'.repeat(100))
  await mkdir(long)

  for (const home of [opened, linked, long]) {
    const made = await socketFolder(home, [long])
    expect(made).toMatch(/^\/tmp\/cairn-\w{6}$/)
    expect((await stat(made)).mode & 0o777).toBe(0o700)
  }
})

test('without unix sockets the server listens on loopback with a password', async () => {
  vi.resetModules()
  vi.doMock('./folders.ts', async (original) => ({ ...(await original()), hasUnixSockets: false }))
  onTestFinished(() => void vi.doUnmock('./folders.ts'))
  const loopback = await import('./start.ts')

  const dataDir = await dataFolder()
  const options = { dataDir, log: () => {} }
  const database = await loopback.startEmbedded(options)
  onTestFinished(() => database.stop())
  const { connection } = database
  expect(connection.host).toBe('127.0.0.1')
  expect(connection.password).toMatch(/^[\w-]{43}$/)
  expect((await stat(join(dataDir, 'postgres-password'))).mode & 0o777).toBe(0o600)
  const [row] = await query({ ...connection, user: supervisor }, 'SHOW unix_socket_directories')
  expect(row).toEqual({ unix_socket_directories: '' })
  await expect(query({ ...connection, password: 'wrong' }, 'SELECT 1')).rejects.toThrow('password')
  const hba = await readFile(join(dataDir, 'postgres', 'pg_hba.conf'), 'utf8')
  expect(hba).not.toMatch(/^\w.*trust/m)

  expect(await loopback.findEmbedded(options)).toEqual(connection)
  await expect(loopback.startEmbedded(options)).rejects.toThrow('Another Cairn is running')
  await database.stop()
  const again = await loopback.startEmbedded(options)
  expect(await query(again.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await again.stop()
})
