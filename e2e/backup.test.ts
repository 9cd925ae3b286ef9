import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { rowsIn } from './database.ts'
import { startExternalPostgres } from './external-postgres.ts'
import { cairn, cairnWith, type Service, startService } from './service.ts'
import { attest, expectStoredOnce, firstKey, startWriters } from './survive/writers.ts'

let folder: string
const services: Service[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-backup-'))
  await chmod(folder, 0o711)
})

afterEach(async () => {
  for (const service of services.splice(0)) await service.kill()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

async function start(dataDir: string, env: Record<string, string> = {}) {
  const service = await startService(dataDir, { env })
  services.push(service)
  return service
}

/** Reports some evidence and waits until writers have stored some, too. */
async function write(service: Service, key: string) {
  expect(await attest(service.host, key, 'before-file', 200_000)).toBe(201)
  const writers = startWriters([service.host], key, 'b')
  await expect.poll(() => writers.acknowledged.length).toBeGreaterThan(40)
  return writers
}

it('backs up under writers, and restores elsewhere what was acknowledged before', async () => {
  const [from, to, file] = ['from', 'to', 'backup'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const service = await start(from)
  const key = firstKey(service)
  const writers = await write(service, key)
  const before = [...writers.acknowledged, 'before-file']
  cairn(from, 'backup', file, '--with-secret')
  await writers.stop()
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await readdir(folder)).filter((name) => name.startsWith('backup'))).toEqual(['backup'])
  await service.kill()
  // The database server ends a moment after its service.
  await rm(from, { recursive: true, maxRetries: 20 })

  cairn(to, 'restore', file)
  expect(cairn(to, 'verify')).toMatch(/0 faults\.[^]*0 missing, 0 damaged; /)
  const restored = await start(to)
  expect(restored.output()).not.toContain('First run')
  expect(cairn(to, 'log')).toMatch(/user_added[^]*organization_added[^]*\trestored\t\{"cairn":/)
  expect(cairn(to, 'log', '--after', '1')).not.toMatch(/^1\t/m)
  await expectStoredOnce(to, before)
  expect(await attest(restored.host, key, 'after-restore', 1000)).toBe(201)
  await expect.poll(() => rowsIn(to, 'select from record_pending')).toEqual([])
  const report = JSON.parse(cairn(to, 'verify', '--json'))
  expect(report).toMatchObject({ is_sound: true, log: { waiting: 0, faults: [] } })
  expect(report.evidence.sound).toBe(2)
})

it('does the same with an external PostgreSQL, through pipes', async () => {
  const postgres = await startExternalPostgres(join(folder, 'postgres'))
  try {
    const secret = { CAIRN_SECRET: 'a secret of at least 32 characters' }
    const from = { ...secret, DATABASE_URL: postgres.url, CAIRN_DATA_DIR: join(folder, 'from') }
    const service = await start(from.CAIRN_DATA_DIR, from)
    const key = firstKey(service)
    const writers = await write(service, key)
    const before = [...writers.acknowledged]
    const run = (env: Record<string, string>, args: string[], input?: Buffer) =>
      spawnSync('node', ['dist/server/cairn.js', ...args], {
        cwd: fileURLToPath(new URL('..', import.meta.url)),
        env: { ...process.env, ...env },
        input,
        maxBuffer: 64e6,
      })
    const { stdout, stderr, status } = run(from, ['backup', '-'])
    await writers.stop()
    expect([status, stderr.toString()]).toEqual([
      0,
      expect.stringMatching(/^Backed up \d+ rows and 1 files/),
    ])

    const to = { ...secret, CAIRN_DATA_DIR: join(folder, 'to') }
    const outcome = run(to, ['restore', '-'], stdout)
    expect([outcome.status, outcome.stderr.toString()]).toEqual([
      0,
      expect.stringContaining('Restored'),
    ])
    expect(outcome.stderr.toString()).not.toContain('secret accept')
    expect(cairnWith(to, 'verify')).toMatch(/0 faults\.[^]*1 files are sound, 0 missing/)
    const restored = await start(to.CAIRN_DATA_DIR, to)
    await expectStoredOnce(to.CAIRN_DATA_DIR, before)
    expect(await attest(restored.host, key, 'after')).toBe(201)
  } finally {
    for (const service of services.splice(0)) await service.stop()
    await postgres.stop()
  }
})

it('says in a sentence why it refuses, and leaves nothing behind', async () => {
  const [from, file] = [join(folder, 'from'), join(folder, 'backup')]
  const disk = openSync('/dev/full', 'w')
  const run = (dataDir: string, env: Record<string, string>, ...args: string[]) => {
    const { status, stderr } = spawnSync('node', ['dist/server/cairn.js', ...args], {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      env: { ...process.env, CAIRN_DATA_DIR: dataDir, ...env },
      encoding: 'utf8',
      stdio: ['pipe', disk, 'pipe'],
    })
    // As root it is said first which user the database runs as.
    const said = stderr.split('\n').filter((line) => line && !line.startsWith('PostgreSQL refuses'))
    return { status, said: said.filter((line) => !line.startsWith('Made a new database')) }
  }
  const service = await start(from)
  cairn(from, 'backup', file, '--with-secret')
  const anotherKey = { CAIRN_SECRET: 'x'.repeat(32) }
  const isAnotherKey = /^The secrets in this database are stored under another key/
  const cases: [ReturnType<typeof run>, RegExp][] = [
    [run(from, {}, 'backup', file), /^There is a file .* already: name another one\.$/],
    [run(from, {}, 'backup', join(folder, 'no', 'file')), /cannot be written: ENOENT/],
    [
      run(from, {}, 'backup', '-'),
      /^The backup cannot be written: ENOSPC: no space left on device/,
    ],
    [run(from, {}, 'restore', file), /^The database is not empty, and a restore replaces nothing/],
    [run(join(folder, 'new'), {}, 'restore', join(folder, 'none')), /cannot be read: ENOENT/],
    [run(join(folder, 'new'), {}, 'restore', folder), /cannot be read: EISDIR/],
    [run(join(folder, 'new'), {}, 'restore', 'package.json'), /^This is not a backup of Cairn\.$/],
    [
      run(join(folder, 'other'), anotherKey, 'restore', file),
      /^CAIRN_SECRET is another key than the one in the backup/,
    ],
    [
      run(join(folder, 'other'), { CAIRN_EVIDENCE: join(from, 'evidence') }, 'restore', file),
      /^The store of evidence .* belongs to an instance, whose daily collection removes/,
    ],
    [
      run(join(folder, 'typo'), {}, 'verify'),
      /^There is no database of Cairn in .*\/typo: run the/,
    ],
    [run(from, anotherKey, 'backup', `${file}-2`, '--with-secret'), isAnotherKey],
    [run(from, anotherKey, 'user', 'erase', 'admin'), isAnotherKey],
    [run(from, {}, 'secret', 'rotate'), /^CAIRN_SECRET_PREVIOUS is not set/],
  ]
  for (const [{ status, said }, sentence] of cases) {
    expect(said).toEqual([expect.stringMatching(sentence)])
    expect(status).toBe(1)
  }
  closeSync(disk)
  expect((await readdir(folder)).sort()).toEqual(['backup', 'from', 'other'])
  await service.stop()
})
