import { createHash, randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { listOf, startS3Store } from '#server/testing/evidence-stores.ts'
import { reporter } from '#server/testing/reporter.ts'
import { countRows } from '#server/testing/rows.ts'
import type { EvidenceStore } from './evidence-store.ts'
import { parseS3Location } from './evidence-config.ts'
import { StorageFailure } from './failure.ts'

let test: Awaited<ReturnType<typeof startS3Store>>
let app: TestApp
let report: ReturnType<typeof reporter>
beforeAll(async () => {
  test = await startS3Store()
  app = await startTestApp({
    environment: {
      CAIRN_EVIDENCE: test.url,
      CAIRN_EVIDENCE_KEY_ID: test.credentials.accessKeyId,
      CAIRN_EVIDENCE_SECRET: test.credentials.secretAccessKey,
    },
  })
  report = reporter(app)
  await report.flow('f')
})
afterEach(() => test.proxy.mend())
afterAll(async () => {
  await app.close()
  await test.close()
})

const unavailable = {
  message:
    'The store of evidence is not available: nothing of this call was stored. Send it again in a while',
}
const large = () => randomBytes(3_000_000)
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')
const attest = (content: string | Buffer) =>
  report.generic('f', 't', { attestation_name: 'scan' }, { name: 'e.bin', content })
const download = (id: string) =>
  app.server.inject({
    method: 'GET',
    url: `/api/v2/attestations/acme/f/trail/t/attestation/${id}/evidence`,
    headers: { authorization: `Bearer ${app.keys.reader}` },
  })

it('stores evidence of a service in the bucket, and none in its folder', async () => {
  const content = large()
  const { status, body: id } = await attest(content)
  expect(status).toBe(201)
  expect(await test.store.check(sha256(content))).toBe('sound')
  expect((await download(id)).rawPayload.equals(content)).toBe(true)
  expect(await readdir(app.dataDir + '/evidence')).toEqual(['incoming'])
  expect(await readdir(app.dataDir + '/evidence/incoming')).toEqual([])
})

it('refuses an upload whose file cannot be read here, and goes on', async () => {
  const received = await test.store.receive('e.bin', Readable.from([large()]))
  for (const name of await readdir(test.incoming)) await rm(join(test.incoming, name))
  const storing = received.store()
  await expect(storing).rejects.toBeInstanceOf(StorageFailure)
  await expect(storing).rejects.toThrow(/ENOENT/)
})

it.each(['cut upload', 'unavailable'] as const)(
  'puts an upload again that meets "%s" once',
  async (fault) => {
    const content = large()
    const met = test.proxy.meet(fault, 1)
    expect((await attest(content)).status).toBe(201)
    expect(met()).toBe(1)
    expect(await test.store.check(sha256(content))).toBe('sound')
  },
)

it.each(['cut upload', 'unavailable'] as const)(
  'stores nothing of a call whose uploads all meet "%s", and goes on later',
  async (fault) => {
    const [content, before] = [large(), await countRows(app)]
    test.proxy.meet(fault)
    const { status, body } = await attest(content)
    expect([status, body]).toEqual([503, unavailable])
    expect(await countRows(app)).toEqual(before)
    expect(await readdir(app.dataDir + '/evidence/incoming')).toEqual([])
    test.proxy.mend()
    expect(await test.store.size(sha256(content))).toBeNull()
    expect((await attest(content)).status).toBe(201)
  },
)

it('gives up a put and a read that are not answered', async () => {
  const content = large()
  const received = await test.store.receive('a', Readable.from([content]))
  test.proxy.meet('silent')
  await expect(received.store()).rejects.toThrow(StorageFailure)
  test.proxy.mend()
  await received.store()
  test.proxy.meet('silent')
  await expect(buffer(test.store.read(received.sha256))).rejects.toThrow(StorageFailure)
})

it('serves no file that breaks off or is another one', async () => {
  const content = large()
  const { body: id } = await attest(content)
  test.proxy.meet('cut download')
  const cut = await download(id)
  expect([cut.statusCode, cut.json()]).toEqual([503, unavailable])
  test.proxy.meet('other object')
  const other = await download(id)
  expect([other.statusCode, other.json().code]).toEqual([410, 'evidence_damaged'])
  test.proxy.mend()
  expect((await download(id)).rawPayload.equals(content)).toBe(true)
})

it('mends a file that became another one', async () => {
  const content = large()
  const { body: id } = await attest(content)
  await test.damage(sha256(content), large())
  expect((await download(id)).statusCode).toBe(410)
  await attest(content)
  expect((await download(id)).rawPayload.equals(content)).toBe(true)
})

it('puts a file again that is old, so that it is not removed right now', async () => {
  const content = large()
  const storedAt = async () =>
    (await listOf(test.store)).find((file) => file.sha256 === sha256(content))!.storedAt
  const storeIn = async (store: EvidenceStore) =>
    (await store.receive('a', Readable.from([content]))).store()
  await storeIn(test.store)
  const first = await storedAt()
  await storeIn(test.store)
  expect(await storedAt()).toBe(first)
  await storeIn(test.storeOf(test.credentials, 0))
  expect(await storedAt()).toBeGreaterThan(first)
})

it.each([
  ['s3://b'],
  ['http://bucket/x'],
  ['s3://bucket?endpoint=ftp://x'],
  ['s3://bucket?zone=1'],
  ['s3://key:secret@bucket/x'],
  ['s3://bucket?path-style=maybe'],
])('takes %s for no bucket', (text) => {
  expect(parseS3Location(text)).toBeNull()
})

it.each([
  ['s3://bucket', { prefix: '', endpoint: null, region: null, pathStyle: false }],
  ['s3://bucket/a/b/?region=eu-west-1', { prefix: 'a/b/', region: 'eu-west-1' }],
  ['s3://bucket/p?endpoint=http://minio:9000', { endpoint: 'http://minio:9000', pathStyle: true }],
])('reads %s', (text, place) => {
  expect(parseS3Location(text)).toMatchObject({ bucket: 'bucket', ...place })
})
