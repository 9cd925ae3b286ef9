import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { accountFor, isRoot } from './account.ts'
import { copyBinaries } from './binaries-copy.ts'
import { installedBinaries, program, usableBinaries } from './binaries.ts'
import { chooseHome, findCluster } from './cluster-place.ts'
import { SYSTEM_FOLDER } from './platform.ts'
import { run, type Account } from './run.ts'
import { findEmbedded, startEmbedded } from './start.ts'
import {
  dataFolder,
  preparedFolder,
  query,
  start,
  startService,
  temporaryFolder,
} from './testing.ts'

vi.setConfig({ testTimeout: 30_000 })
const log = () => {}

async function databaseUser(): Promise<Account> {
  const account = await accountFor(null)
  if (!account) throw new Error('Only root gives PostgreSQL a user of its own')
  return account
}

async function nobody(): Promise<Account> {
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(
      async (option) => (await run('id', [option, 'nobody'], { account: null })).text,
    ),
  )
  return { name: 'nobody', uid: Number(uid), gid: Number(gid) }
}

/** A data folder that only root reaches, and whose cluster elsewhere goes with the test. */
async function closedFolder(): Promise<string> {
  const closed = await temporaryFolder()
  await chmod(closed, 0o700)
  return join(closed, 'data')
}

function removeElsewhere(cluster: string): void {
  onTestFinished(async () => {
    await rm(dirname(cluster), { recursive: true, force: true })
    await rmdir(SYSTEM_FOLDER).catch(() => {})
  })
}

// Root alone can give PostgreSQL another user and folders of other owners.
if (isRoot()) {
  describe('as root', () => {
    test('PostgreSQL runs as another user, and the log says so', async () => {
      const dataDir = await preparedFolder()
      const { said, serverPid, connection } = await start(dataDir)
      const account = await databaseUser()

      expect(said).toContain(`so it runs as the user ${account.name}.`)
      expect((await stat(`/proc/${serverPid}`)).uid).toBe(account.uid)
      for (const path of [join(dataDir, 'postgres'), connection.host ?? ''])
        expect((await stat(path)).uid).toBe(account.uid)
      const folder = await stat(dataDir)
      expect([folder.uid, folder.gid, folder.mode & 0o777]).toEqual([0, account.gid, 0o710])
      const surroundings = await readFile(`/proc/${serverPid}/environ`, 'utf8')
      const names = surroundings.split('\0').map((pair) => pair.split('=')[0])
      expect(names).toEqual(expect.arrayContaining(['PATH', 'PGDATA']))
      expect(names).not.toContain('NODE_ENV')
    })

    test('a normal user runs everything as itself', async () => {
      const account = await nobody()
      const dataDir = await dataFolder('home/data')
      await mkdir(dirname(dataDir))
      await chown(dirname(dataDir), account.uid, account.gid)
      const { child, started } = startService(dataDir, account)
      const { serverPid, said, connection } = await started

      expect(said).toEqual([`Made a new database in ${join(dataDir, 'postgres')}.`])
      expect((await stat(`/proc/${serverPid}`)).uid).toBe(account.uid)
      expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
      expect((await stat(connection.host ?? '')).uid).toBe(account.uid)

      // root may administer beside it, and leaves the folder to its owner
      expect(await findEmbedded({ dataDir, log })).toMatchObject({ host: connection.host })
      const adopted = await start(dataDir)
      expect(adopted.adopted).toBe(true)
      await adopted.stop()
      child.kill('SIGKILL')
      const asRoot = await start(dataDir)
      expect(asRoot.said).toContain('runs as the user nobody')
      await asRoot.stop()
      expect((await startService(dataDir, account).started).adopted).toBe(false)
    })

    test('a normal user is told that a data folder is not its own', async () => {
      const dataDir = await preparedFolder()
      await expect(startService(dataDir, await nobody()).started).rejects.toThrow(
        `Cairn cannot write its data folder ${dataDir}`,
      )
    })

    test('a cluster that root has copied is given to the user again', async () => {
      const dataDir = await preparedFolder()
      const copied = await dataFolder()
      await cp(dataDir, copied, { recursive: true })
      expect((await stat(join(copied, 'postgres'))).uid).toBe(0)

      const { connection } = await start(copied)
      expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    })
  })

  describe('a data folder that the user cannot reach', () => {
    test('has its database elsewhere, follows it when moved, and refuses a copy', async () => {
      const dataDir = await closedFolder()
      const first = await start(dataDir)
      const cluster = (await findCluster(dataDir)) ?? ''
      removeElsewhere(cluster)
      expect(cluster).toMatch(/^\/var\/lib\/cairn\/[0-9a-f]{12}\/postgres$/)
      expect(first.said).toContain(`cannot reach ${dataDir}, so the database is in ${cluster}.`)
      expect((await stat(cluster)).mode & 0o777).toBe(0o700)
      const folder = await stat(dataDir)
      expect([folder.gid, folder.mode & 0o777]).toEqual([0, 0o700])
      await query(first.connection, 'CREATE TABLE kept AS SELECT 42 AS answer')
      expect(await findEmbedded({ dataDir, log })).toEqual(first.connection)
      expect((await start(dataDir)).adopted).toBe(true)
      await first.stop()
      expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).toContain('is shut down')

      const moved = `${dataDir}-moved`
      await rename(dataDir, moved)
      const second = await start(moved)
      expect(await query(second.connection, 'SELECT * FROM kept')).toEqual([{ answer: 42 }])
      await second.stop()

      await cp(moved, dataDir, { recursive: true })
      const note = join(dataDir, 'postgres-location.json')
      await writeOriginal(note, moved)
      await expect(startEmbedded({ dataDir, log })).rejects.toThrow(`is a copy of ${moved}`)

      await rm(dirname(cluster), { recursive: true })
      await expect(startEmbedded({ dataDir: moved, log })).rejects.toThrow('and is gone')
    })

    test('has an empty database after it was removed', async () => {
      const dataDir = await closedFolder()
      const first = await start(dataDir)
      const old = (await findCluster(dataDir)) ?? ''
      removeElsewhere(old)
      await first.stop()
      await rm(dataDir, { recursive: true })

      const second = await start(dataDir)
      const cluster = (await findCluster(dataDir)) ?? ''
      removeElsewhere(cluster)
      expect(second.said).toContain('Made a new database')
      expect(dirname(cluster)).toBe(`${dirname(old)}-2`)
      expect((await stat(old)).isDirectory()).toBe(true)
      await second.stop()
    })

    test('is refused clearly where no other place can be reached', async () => {
      const account = await databaseUser()
      const closed = await temporaryFolder()
      await chmod(closed, 0o700)
      await expect(chooseHome(closed, account, join(closed, 'system'))).rejects.toThrow(
        /can reach neither .* Let CAIRN_DATA_DIR name a folder whose parents are open/,
      )
    })
  })

  describe('programs that the user cannot reach', () => {
    test('are copied once, completely, and writable by root alone', async () => {
      const account = await databaseUser()
      const installed = installedBinaries()
      const place = await temporaryFolder()
      const said: string[] = []
      const copy = await copyBinaries(installed, account, (message) => said.push(message), [place])
      const target = join(place, `cairn-postgres-${installed.version}`)
      expect(copy).toBe(target)
      expect(said).toEqual([
        `PostgreSQL's programs were copied to ${target}, where they can be run.`,
      ])
      const names = await readdir(target, { recursive: true })
      expect(names).toHaveLength((await readdir(installed.folder, { recursive: true })).length - 1)
      for (const name of ['', ...names]) {
        const { uid, mode } = await stat(join(target, name))
        expect({ name, uid, writable: mode & 0o022, readable: mode & 0o044 }).toEqual({
          name,
          uid: 0,
          writable: 0,
          readable: 0o044,
        })
      }

      const initdb = program({ ...installed, folder: copy }, 'initdb')
      const made = await mkdtemp(join(place, 'cluster-'))
      await chown(made, account.uid, account.gid)
      const { code } = await run(initdb, ['-D', made, '-U', 'cairn', '-A', 'trust'], { account })
      expect(code).toBe(0)

      await copyBinaries(installed, account, (message) => said.push(message), [place])
      expect(said).toHaveLength(1)
    })

    test('are found to be out of reach, and a copy of someone else is not used', async () => {
      const account = await databaseUser()
      const closed = await temporaryFolder()
      const folder = join(closed, 'native')
      await cp(installedBinaries().folder, folder, { recursive: true, verbatimSymlinks: true })
      await chmod(closed, 0o700)
      const installed = { ...installedBinaries(), folder, version: `test-${process.pid}` }
      const taken = `/tmp/cairn-postgres-${installed.version}`
      const copies = [taken, join(SYSTEM_FOLDER, `postgres-${installed.version}`)]
      onTestFinished(async () => {
        for (const copy of copies) await rm(copy, { recursive: true, force: true })
        await rmdir(SYSTEM_FOLDER).catch(() => {})
      })

      const usable = await usableBinaries(account, log, installed)
      expect(copies).toContain(usable.folder)
      expect(await usableBinaries(account, log, installed)).toEqual(usable)

      await rm(taken, { recursive: true, force: true })
      await mkdir(taken)
      await writeFile(join(taken, 'trap'), '')
      await chown(taken, account.uid, account.gid)
      await expect(copyBinaries(installed, account, log, ['/tmp'])).rejects.toThrow(
        `${taken} belongs to someone else`,
      )
    })
  })
}

/** As if the copied folder had been the one that the note was made for. */
async function writeOriginal(note: string, dataFolder: string): Promise<void> {
  const text = JSON.parse(await readFile(note, 'utf8'))
  for (const file of [note, join(dataFolder, 'postgres-location.json')])
    await writeFile(file, JSON.stringify({ ...text, dataFolder }))
}
