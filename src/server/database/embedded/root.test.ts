import {
  chmod,
  chown,
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { accountFor, isRoot } from './account.ts'
import { copyBinaries, installedBinaries, program, usableBinaries } from './binaries.ts'
import { chooseHome, findCluster } from './find-cluster.ts'
import { shortName, SYSTEM_FOLDER } from './folders.ts'
import { run, type Account } from './run.ts'
import { findEmbedded, startEmbedded } from './start.ts'
import { startService } from './testing-service.ts'
import { dataFolder, preparedFolder, query, start, temporaryFolder } from './testing.ts'

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

test('PostgreSQL gets a user of its own exactly where the service is root', async () => {
  const account = await accountFor(null)
  if (isRoot()) expect(account?.name).toMatch(/^(cairn|postgres|nobody)$/)
  else expect(account).toBeNull()
})

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
      expect(names).toEqual(expect.arrayContaining(['PATH', 'TZ']))
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
      expect(await findEmbedded({ dataDir })).toMatchObject({ host: connection.host })
      child.kill('SIGKILL')
      const asRoot = await start(dataDir)
      expect(asRoot.said).toContain('runs as the user nobody')
      await asRoot.stop()
      await startService(dataDir, account).started
    })

    test('a normal user is refused a data folder of another user, with a message', async () => {
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
      expect(await findEmbedded({ dataDir })).toEqual(first.connection)
      await first.stop()
      expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).toContain('is shut down')

      const moved = `${dataDir}-moved`
      await rename(dataDir, moved)
      const second = await start(moved)
      expect(await query(second.connection, 'SELECT * FROM kept')).toEqual([{ answer: 42 }])
      await second.stop()

      await cp(moved, dataDir, { recursive: true })
      await expect(startEmbedded({ dataDir, log })).rejects.toThrow(`is a copy of ${moved}`)

      await rm(dirname(cluster), { recursive: true })
      await expect(startEmbedded({ dataDir: moved, log })).rejects.toThrow('and is gone')
    })

    test('never gets the database of an earlier folder at its path', async () => {
      const account = await databaseUser()
      const system = join(await temporaryFolder(), 'system')
      const dataDir = await closedFolder()
      await mkdir(dataDir)

      const home = await chooseHome(dataDir, account, system)
      expect(home).toBe(join(system, shortName(dataDir)))
      expect(await chooseHome(dataDir, account, system)).toBe(home)
      await mkdir(join(home, 'postgres'))
      await writeFile(join(home, 'postgres', 'PG_VERSION'), '18')
      expect(await chooseHome(dataDir, account, system)).toBe(`${home}-2`)
    })

    test('is refused with a message when no other place can be reached', async () => {
      const account = await databaseUser()
      const closed = await temporaryFolder()
      await chmod(closed, 0o700)
      await expect(chooseHome(closed, account, join(closed, 'system'))).rejects.toThrow(
        /can reach neither .* Let CAIRN_DATA_DIR name a folder whose parents are open/,
      )
    })
  })

  test('programs that the user cannot reach are copied, once and for root alone to change', async () => {
    const account = await databaseUser()
    const closed = await temporaryFolder()
    const folder = join(closed, 'native')
    await cp(installedBinaries().folder, folder, { recursive: true, verbatimSymlinks: true })
    await chmod(closed, 0o700)
    const installed = { ...installedBinaries(), folder, version: `test-${process.pid}` }
    const target = join(SYSTEM_FOLDER, `postgres-${installed.version}`)
    onTestFinished(async () => {
      await rm(target, { recursive: true, force: true })
      await rmdir(SYSTEM_FOLDER).catch(() => {})
    })

    const said: string[] = []
    const tell = (message: string) => void said.push(message)
    const usable = await usableBinaries(account, tell, installed)
    expect(usable).toEqual({ ...installed, folder: target })
    expect(said).toEqual([`PostgreSQL's programs were copied to ${target}, where they can be run.`])
    const names = await readdir(target, { recursive: true })
    expect(names).toHaveLength((await readdir(folder, { recursive: true })).length - 1)
    for (const name of ['', ...names]) {
      const { uid, mode } = await stat(join(target, name))
      const facts = { name, uid, writable: mode & 0o022, readable: mode & 0o044 }
      expect(facts).toEqual({ name, uid: 0, writable: 0, readable: 0o044 })
    }
    const made = await temporaryFolder()
    await chown(made, account.uid, account.gid)
    const args = ['-D', join(made, 'cluster'), '-U', 'cairn', '-A', 'trust', '--no-sync']
    expect(await run(program(usable, 'initdb'), args, { account })).toMatchObject({ code: 0 })

    expect(await usableBinaries(account, tell, installed)).toEqual(usable)
    expect(said).toHaveLength(1)
  })

  test('a copy of the programs that is not our own is not used', async () => {
    const account = await databaseUser()
    const installed = { ...installedBinaries(), version: `trap-${process.pid}` }
    const trap = `/tmp/cairn-postgres-${installed.version}`
    await mkdir(trap)
    onTestFinished(() => rm(trap, { recursive: true, force: true }))
    await writeFile(join(trap, 'planted'), '')
    await chown(trap, account.uid, account.gid)
    await expect(copyBinaries(installed, account, log, ['/tmp'])).rejects.toThrow(
      `${trap} belongs to someone else`,
    )
    const open = await temporaryFolder()
    await chmod(open, 0o777)
    await expect(copyBinaries(installed, account, log, [open])).rejects.toThrow('changed by others')
  })
}
