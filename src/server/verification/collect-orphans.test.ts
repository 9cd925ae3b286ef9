import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openKysely, openPool } from '#server/database/pool.ts'
import { Instance } from '#server/database/system/instance.ts'
import { cairnItself } from '#server/database/system/operator.ts'
import { EvidenceFolder } from '#server/platform/evidence-folder.ts'
import { createIdGenerator } from '#server/platform/ids.ts'
import { startTestApp } from '#server/testing/app.ts'
import { connectTo } from '#server/testing/nodes.ts'
import { reporter } from '#server/testing/reporter.ts'
import { OrphanCollector } from './collect-orphans.ts'

const day = 86_400
const sha256 = (content: string) => createHash('sha256').update(content).digest('hex')

/** A service with a file of evidence, one that no row names, and a collector beside its own. */
async function startCollector() {
  const app = await startTestApp()
  const pool = openPool(app.connection, { prepared: false, onError: () => undefined })
  onTestFinished(async () => {
    await pool.end()
    await app.close()
  })
  await reporter(app).generic('f', 't', { attestation_name: 'a' }, { name: 'a', content: 'named' })
  const evidence = new EvidenceFolder(join(app.dataDir, 'evidence'))
  await evidence.open()
  await (await evidence.receive('a', Readable.from([Buffer.from('orphan')]))).store()
  let now = Date.now() / 1000
  const onCollected = vi.fn()
  let expire = () => Promise.resolve()
  const collector = new OrphanCollector({
    connection: app.connection,
    instance: new Instance(openKysely(pool)),
    evidence,
    expire: () => expire(),
    author: () => ({ at: now, newId: createIdGenerator(() => now), actor: cairnItself }),
    onCollected,
  })
  const log = () =>
    app.query<{ body: string }>("select body from record where kind = 'evidence_collected'")
  return {
    ...app,
    ...{ evidence, onCollected, log },
    collect: () => collector.collectDaily(),
    failExpiring: () => void (expire = () => Promise.reject(new Error('too many decisions'))),
    pass: (seconds: number) => void (now += seconds),
  }
}

it('removes what no row names and is a day old, once a day, and leaves an entry where it did', async () => {
  const { collect, pass, evidence, onCollected, log, query } = await startCollector()
  // The first look of the service itself; it starts with one.
  await expect
    .poll(() => query('select from instance where collected_at is not null'))
    .toHaveLength(1)
  await collect()
  pass(day - 60)
  await collect()
  expect(onCollected).not.toHaveBeenCalled()
  expect(await evidence.check(sha256('orphan'))).toBe('sound')
  pass(120)
  await collect()
  expect(onCollected).toHaveBeenLastCalledWith(1)
  expect(await evidence.check(sha256('orphan'))).toBe('missing')
  expect(await evidence.check(sha256('named'))).toBe('sound')
  expect(await log()).toEqual([{ body: '{"bytes":6,"files":1}' }])
  await collect()
  expect(onCollected, 'not a day later').toHaveBeenCalledTimes(1)
  pass(day)
  await collect()
  expect(onCollected).toHaveBeenLastCalledWith(0)
  expect(await log()).toHaveLength(1)
})

it('removes what no row names where the retention of an organization fails, and says so', async () => {
  const { collect, pass, evidence, query, failExpiring } = await startCollector()
  await expect
    .poll(() => query('select from instance where collected_at is not null'))
    .toHaveLength(1)
  failExpiring()
  pass(day + 60)
  await expect(collect()).rejects.toThrow('too many decisions')
  expect(await evidence.check(sha256('orphan'))).toBe('missing')
})

it('leaves it to the process that is at it', async () => {
  const { collect, pass, connection, onCollected, evidence } = await startCollector()
  await collect()
  pass(2 * day)
  const other = await connectTo(connection)
  await other.query("select pg_advisory_lock(hashtext('cairn evidence gc'))")
  await collect()
  expect(onCollected).not.toHaveBeenCalled()
  await other.end()
  await expect.poll(() => collect().then(() => onCollected.mock.calls)).toContainEqual([1])
  expect(await evidence.check(sha256('orphan'))).toBe('missing')
})

it('removes all where nothing is named any more, as once the only organization is purged', async () => {
  const { collect, pass, query, evidence, onCollected } = await startCollector()
  await collect()
  pass(2 * day)
  await query('update attestation set evidence_sha256 = null')
  await collect()
  expect(onCollected).toHaveBeenCalledWith(2)
  for (const content of ['orphan', 'named'])
    expect(await evidence.check(sha256(content))).toBe('missing')
})

it('removes nothing of a store that another instance owns, even where nothing is named', async () => {
  const { collect, pass, query, evidence } = await startCollector()
  await collect()
  pass(2 * day)
  await query('update attestation set evidence_sha256 = null')
  await query("update instance set id = 'another'")
  await expect(collect()).rejects.toThrow('belongs to another instance')
  expect(await evidence.check(sha256('orphan'))).toBe('sound')
})

it('removes nothing where the store seems to be that of another database, and tries again', async () => {
  const { collect, pass, query, evidence, onCollected } = await startCollector()
  await collect()
  pass(2 * day)
  await query("update attestation set evidence_sha256 = repeat('0', 64)")
  for (const _time of [1, 2])
    await expect(collect()).rejects.toThrow('this store seems to belong to another database')
  expect(onCollected).not.toHaveBeenCalled()
  expect(await evidence.check(sha256('orphan'))).toBe('sound')
})
