import { createHash } from 'node:crypto'
import { readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { withConsistentRead } from '#server/database/whole/consistent-read.ts'
import { EvidenceFolder } from '#server/platform/evidence-folder.ts'
import { startTestApp } from '#server/testing/app.ts'
import { readAfter, rowsOf } from '#server/testing/own-database.ts'
import { reporter } from '#server/testing/reporter.ts'
import { waitUntilSealed } from '#server/testing/sealed.ts'
import { countOrphans, removeOrphans } from './collect-orphans.ts'
import { verifyEvidence } from './verify-evidence.ts'
import { verifySeals } from './verify-seals.ts'

const sha256 = (content: string) => createHash('sha256').update(content).digest('hex')
const later = Date.now() / 1000 + 3600

/** A service with two files of evidence and a sealed log, and its store. */
async function startService() {
  const app = await startTestApp()
  const report = reporter(app)
  for (const content of ['one', 'two', 'three'])
    await report.generic('f', 't', { attestation_name: content }, { name: 'a', content })
  await waitUntilSealed(app)
  const evidence = new EvidenceFolder(join(app.dataDir, 'evidence'))
  await evidence.open()
  const address = (content: string) =>
    join(app.dataDir, 'evidence', sha256(content).slice(0, 2), sha256(content))
  const store = async (content: string) =>
    (await evidence.receive('a', Readable.from([Buffer.from(content)]))).store()
  const read = <T>(work: Parameters<typeof withConsistentRead<T>>[1]) =>
    withConsistentRead(app.connection, work)
  return { ...app, evidence, address, store, read }
}

/** One of its own, for a test. */
async function ownService() {
  const service = await startService()
  onTestFinished(() => service.close())
  return service
}

it('finds nothing wrong with what the service stored', async () => {
  const { read, evidence } = await ownService()
  const log = await read(verifySeals)
  expect(log).toEqual({ sealed: expect.any(Number), waiting: 0, faults: [] })
  expect(log.sealed).toBeGreaterThan(3)
  expect(await read((it) => verifyEvidence(it, evidence, later))).toEqual({
    ...{ sound: 3, missing: [], damaged: [], removed: 0, orphans: { files: 0, bytes: 0 } },
  })
})

describe('a log', () => {
  let service: Awaited<ReturnType<typeof startService>>
  beforeAll(async () => void (service = await startService()))
  afterAll(() => service.close())

  it.each([
    ["update record set body = '{}' where kind = 'flow_created'", /is not what was hashed/],
    ["update record set actor = 'robin' where kind = 'flow_created'", /is not what was hashed/],
    ["update record set hash = 'x' where kind = 'flow_created'", /is not what was hashed/],
    ['update record_seal set hash = prev_hash where seq = 2', /does not cover its entry/],
    ["update record_seal set prev_hash = 'x' where seq = 2", /does not cover the one before it/],
    ['delete from record_seal where seq = 2', /^the one before it is 1$/],
    ['delete from record_seal where seq = 1', /^the one before it is 0$/],
    ["update record_seal set kind = 'exported' where seq = 1", /not what its entry says/],
    [
      'delete from record_seal where (org_id, seq) in (select org_id, max(seq) from record_seal group by 1)',
      /is neither sealed nor waits to be$/,
    ],
  ])('is not verified after %s', async (statement, fault) => {
    const { faults } = await readAfter(service.connection, statement, verifySeals)
    expect(faults.map((it) => it.fault)).toContainEqual(expect.stringMatching(fault))
    expect(faults[0]?.organization).toBe('acme')
  })
})

it('notices evidence that is missing or damaged, and files that no row names', async () => {
  const { read, evidence, address, store } = await ownService()
  await rm(address('one'))
  await writeFile(address('two'), 'too')
  await store('nobody names this')
  const report = await read((it) => verifyEvidence(it, evidence, later))
  const orphans = { files: 1, bytes: 'nobody names this'.length }
  expect(report).toEqual({
    ...{ sound: 1, missing: [sha256('one')], damaged: [sha256('two')], removed: 0, orphans },
  })
})

it('removes files that no row names, once they are old enough', async () => {
  const { read, evidence, address, store, dataDir } = await ownService()
  const [old, young] = ['an old orphan', 'a young orphan']
  await store(old)
  await store(young)
  const hourAgo = Date.now() / 1000 - 3600
  for (const content of [old, 'one']) await utimes(address(content), hourAgo - 60, hourAgo - 60)
  expect(await read((it) => countOrphans(it, evidence, hourAgo))).toEqual({
    ...{ files: 1, bytes: old.length },
  })
  expect(await read((it) => removeOrphans(it, evidence, hourAgo))).toEqual({
    ...{ files: 1, bytes: old.length },
  })
  await expect(stat(address(old))).rejects.toThrow('ENOENT')
  for (const content of [young, 'one']) expect(await evidence.check(sha256(content))).toBe('sound')
  expect(await readdir(join(dataDir, 'evidence', 'incoming'))).toEqual([])
})

it('keeps a file that an upload has stored again after it was counted', async () => {
  const { evidence, address, store } = await ownService()
  await store('again')
  const before = Date.now() / 1000 - 3600
  await utimes(address('again'), before - 60, before - 60)
  await store('again')
  expect(await evidence.remove(sha256('again'), before)).toBe(false)
  expect(await evidence.check(sha256('again'))).toBe('sound')
})

it('removes nothing from a store that belongs to another database', async () => {
  const [one, other] = [await ownService(), await ownService()]
  await rowsOf(other.connection, "update attestation set evidence_sha256 = repeat('0', 64)")
  await expect(other.read((it) => countOrphans(it, one.evidence, later))).rejects.toThrow(
    'this store seems to belong to another database',
  )
})
