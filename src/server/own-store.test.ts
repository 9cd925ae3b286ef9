import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { withDatabase } from '#server/database/pool.ts'
import { Instance } from '#server/database/system/instance.ts'
import { EvidenceS3 } from '#server/platform/evidence-s3.ts'
import type { EvidenceStore } from '#server/platform/evidence-store.ts'
import { parseS3Location } from '#server/platform/evidence-config.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { startFolderStore, startS3Store, type TestStore } from '#server/testing/evidence-stores.ts'
import { reporter } from '#server/testing/reporter.ts'
import { openOwnStore } from './own-store.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(async () => {
  await app.query('delete from instance')
  await app.query('update attestation set evidence_sha256 = null')
})
afterAll(() => app.close())

const attest = () =>
  reporter(app).generic('f', 't', { attestation_name: 'a' }, { name: 'e', content: 'named' })
const compare = (store: EvidenceStore) =>
  withDatabase(app.connection, (database) => openOwnStore(new Instance(database), store))
const keep = async (store: EvidenceStore, content: string) =>
  (await store.receive('e', Readable.from([Buffer.from(content)]))).store()

const starts: [kind: string, start: () => Promise<TestStore>][] = [
  ['folder', startFolderStore],
  ['bucket', startS3Store],
]

async function startStore([, start]: (typeof starts)[number]): Promise<EvidenceStore> {
  const test = await start()
  onTestFinished(() => test.close())
  return test.store
}

it.each(starts)('gives a new %s to a new database, and takes it from then on', async (...kind) => {
  const store = await startStore(kind)
  await compare(store)
  const [row] = await app.query<{ id: string }>('select id from instance')
  expect(await store.owner()).toBe(row?.id)
  await attest()
  await compare(store)
})

it.each(starts)('lets two processes that start together name a new %s', async (...kind) => {
  const store = await startStore(kind)
  let other: Promise<void> | null = null
  /** The other process is done between the two looks of the first. */
  const thenOther = async <Seen>(seen: Promise<Seen>): Promise<Seen> => {
    await seen
    await (other ??= compare(store))
    return seen
  }
  class WatchedInstance extends Instance {
    override find = () => thenOther(super.find())
  }
  const watched = new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (name === 'owner') return () => thenOther(target.owner())
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  await withDatabase(app.connection, (database) =>
    openOwnStore(new WatchedInstance(database), watched),
  )
  expect(await app.query('select id from instance')).toEqual([{ id: await store.owner() }])
})

it.each(starts)('refuses a %s of another instance', async (...kind) => {
  const [store, other] = [await startStore(kind), await startStore(kind)]
  await other.own('another')
  const refusal = `The store of evidence ${other.location} belongs to another instance.`
  // Of a new database, and of one with a store.
  await expect(compare(other)).rejects.toThrow(refusal)
  await compare(store)
  await expect(compare(other)).rejects.toThrow(refusal)
})

it.each(starts)('refuses an empty %s where the database names evidence', async (...kind) => {
  await attest()
  const store = await startStore(kind)
  const refusal = `The store of evidence ${store.location} has none of the files that the database names.`
  await expect(compare(store)).rejects.toThrow(refusal)
  expect(await store.owner()).toBeNull()
  expect(await app.query('select from instance')).toHaveLength(0)
})

it.each(starts)('knows a %s that is older than names by its evidence', async (...kind) => {
  await attest()
  const store = await startStore(kind)
  await keep(store, 'named')
  await compare(store)
  await compare(store)
  // A backup from before them is restored beside a store that has one.
  const before = await store.owner()
  await app.query('delete from instance')
  await compare(store)
  expect(await store.owner()).toBe(before)
  expect(await app.query('select id from instance')).toEqual([{ id: before }])
})

it('says why a bucket cannot be used', async () => {
  const test = await startS3Store()
  onTestFinished(() => test.close())
  const wrong = test.storeOf({ accessKeyId: 'nobody', secretAccessKey: 'wrong' })
  await expect(wrong.probe()).rejects.toThrow()
  await expect(compare(wrong)).rejects.toThrow(
    /^The store of evidence s3:\/\/\S+ cannot be used: \w+: \S/,
  )
  const elsewhere = parseS3Location(test.url.replace('s3://', 's3://gone-'))!
  const gone = new EvidenceS3(elsewhere, test.credentials, test.incoming)
  await expect(gone.probe()).rejects.toThrow('NoSuchBucket')
  test.proxy.meet('unavailable')
  await expect(compare(test.store)).rejects.toThrow(
    /^The store of evidence s3:\/\/\S+ cannot be used: /,
  )
})
