import { randomBytes, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type App, createApp } from '#server/app.ts'
import { withDatabase } from '#server/database/pool.ts'
import { operatorWrite } from '#server/database/system/operator.ts'
import { setQuota } from '#server/database/system/organization-quota.ts'
import { readConfig } from '#server/platform/config.ts'
import { startTestApp, type TestApp, type TestRequest } from '#server/testing/app.ts'
import { dataForm, multipart } from '#server/testing/multipart.ts'
import { refuseWrites } from '#server/testing/refuse-writes.ts'
import { countRows } from '#server/testing/rows.ts'

const limit = 100_000
const environment = { CAIRN_MAX_EVIDENCE_BYTES: String(limit) }
let app: TestApp
let other: App
beforeAll(async () => {
  app = await startTestApp({ environment })
  other = await startOther()
  await app.call('PUT', '/flows/acme', { json: { name: 'boiler' } })
})
afterAll(async () => {
  await other.close()
  await app.close()
})
beforeEach(async () => {
  await app.query('truncate evidence_file, evidence_usage, evidence_reservation')
})

/** Another process of the service, on the same database and store. */
function startOther(clock?: () => number): Promise<App> {
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    CAIRN_DATA_DIR: app.dataDir,
    ...environment,
  })
  const { connection } = app
  return createApp({
    config,
    database: { connection, direct: connection },
    webDir: null,
    ...(clock && { clock }),
  })
}

const path = '/attestations/acme/boiler/trail/run/generic'
const formOf = (content: string | Buffer) =>
  dataForm({ attestation_name: 'scan' }, { part: 'attachment_file', name: 'e.bin', content })
const send = (content: string | Buffer, more: TestRequest = {}, org = 'acme') =>
  app.call('POST', path.replace('acme', org), { form: formOf(content), ...more })
/** Sends to the other process. */
const sendThere = async (content: Buffer) => {
  const { type, content: payload } = multipart(formOf(content))
  const headers = { authorization: `Bearer ${app.keys.member}`, 'content-type': type }
  const { statusCode: status } = await other.server.inject({
    method: 'POST',
    url: `/api/v2${path}`,
    headers,
    payload,
  })
  return { status }
}
const usage = async () => {
  const used = await app.query<{ bytes: number; reserved: number }>(`
    select bytes::integer, (select count(*)::integer from evidence_reservation) as reserved
    from evidence_usage join organization on organization.id = org_id and name = 'acme'`)
  return used[0] ?? { bytes: 0, reserved: 0 }
}
const files = async () =>
  (await readdir(join(app.dataDir, 'evidence'), { recursive: true, withFileTypes: true }))
    .filter((one) => one.isFile())
    .map(({ name }) => name)
    .sort()
const figure = async (name: string) => {
  const { text } = await app.call('GET', '//metrics', { key: 'admin' })
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}

it('takes evidence up to the limit, refuses what goes over it, and leaves nothing of that', async () => {
  const first = randomBytes(60_000)
  expect((await send(first)).status).toBe(201)
  const refused = await figure('cairn_evidence_refused_total')
  const [before, stored] = [await countRows(app), await files()]
  const { status, body } = await send(randomBytes(40_001))
  expect([status, body]).toEqual([
    507,
    {
      message:
        "Organization 'acme' may store 100000 bytes of evidence: 60000 are used, and this file " +
        'takes 40001 more. Nothing of this call was stored',
    },
  ])
  expect((await send(randomBytes(5_000_000))).status).toBe(507)
  expect(await countRows(app)).toEqual(before)
  expect(await files()).toEqual(stored)
  expect(await usage()).toEqual({ bytes: 60_000, reserved: 0 })
  expect(await figure('cairn_evidence_refused_total')).toBe(refused + 2)
  expect((await send(randomBytes(40_000))).status).toBe(201)
  expect(await usage()).toEqual({ bytes: limit, reserved: 0 })
  expect((await send('x')).status).toBe(507)
  expect((await send(first)).status, 'an equal file takes no space').toBe(201)
  expect(await usage()).toEqual({ bytes: limit, reserved: 0 })
  const bare = { form: dataForm({ attestation_name: 'scan' }) }
  expect((await app.call('POST', path, bare)).status, 'no file takes none').toBe(201)
  const key = 'outsider'
  expect((await send(first, { key }, 'globex')).status, 'others have their own').toBe(201)
  expect(await figure('cairn_evidence_bytes')).toBe(limit + first.length)
})

it('holds an organization to its quota in place of the limit of all, and shows it with what is used', async () => {
  const setting = () => app.call('GET', '/cairn/acme/settings/retention', { key: 'reader' })
  const set = (bytes: number | null, name = 'acme') =>
    withDatabase(app.connection, (database) => setQuota(operatorWrite(database), name, bytes))
  expect((await setting()).body).toMatchObject({ evidence_bytes: 0, max_evidence_bytes: limit })
  await set(150_000)
  expect((await send(randomBytes(120_000))).status).toBe(201)
  const { status, body } = await send(randomBytes(40_000))
  expect([status, body.message]).toEqual([
    507,
    "Organization 'acme' may store 150000 bytes of evidence: 120000 are used, and this file takes " +
      '40000 more. Nothing of this call was stored',
  ])
  expect((await setting()).body).toMatchObject({
    evidence_bytes: 120_000,
    max_evidence_bytes: 150_000,
  })
  await set(100)
  expect((await send('x')).status, 'less than it has').toBe(507)
  await set(null)
  expect((await send('x')).status).toBe(507)
  expect((await setting()).body).toMatchObject({ max_evidence_bytes: limit })
  const log = await app.query<{ name: string; body: string }>(
    `select organization.name, body from record join organization on organization.id = org_id
     where record.kind = 'settings_changed' order by record.id`,
  )
  expect(log).toHaveLength(6)
  expect(log.slice(0, 2).map((entry) => [entry.name, JSON.parse(entry.body)])).toEqual([
    ['acme', { section: 'quota', max_evidence_bytes: 150_000 }],
    ['(instance)', { organization: 'acme', section: 'quota', max_evidence_bytes: 150_000 }],
  ])
  await expect(set(1, 'nobody')).rejects.toThrow("There is no organization named 'nobody'")
})

it('stays within the limit when two processes receive files at once', async () => {
  const contents = Array.from({ length: 24 }, () => randomBytes(10_000))
  const before = await files()
  const answers = await Promise.all(
    contents.map((content, index) => (index % 2 ? send(content) : sendThere(content))),
  )
  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses).toEqual([...Array(10).fill(201), ...Array(14).fill(507)])
  expect(await usage()).toEqual({ bytes: limit, reserved: 0 })
  expect((await files()).length).toBe(before.length + 10)
})

it('counts equal files that are sent at once as one', async () => {
  const content = randomBytes(9_000)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => (index % 2 ? send(content) : sendThere(content))),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201))
  expect(await usage()).toEqual({ bytes: 9_000, reserved: 0 })
})

it.each([{}, { headers: { 'Idempotency-Key': randomUUID() } }])(
  'gives space back when the report fails after its file was stored (%o)',
  async (more) => {
    const endRefusal = await refuseWrites(app, 'attestation', { code: '53100' })
    const content = randomBytes(70_000)
    expect((await send(content, more)).status).toBe(507)
    expect(await usage()).toEqual({ bytes: 0, reserved: 0 })
    await endRefusal()
    expect((await send(content, more)).status).toBe(201)
    expect(await usage()).toEqual({ bytes: 70_000, reserved: 0 })
  },
)

it('answers a repeated call with its key as before, when no space is left either', async () => {
  const more = { headers: { 'Idempotency-Key': randomUUID() } }
  const content = randomBytes(limit)
  const first = await send(content, more)
  expect(first.status).toBe(201)
  expect((await send(content, more)).text).toBe(first.text)
  expect(await usage()).toEqual({ bytes: limit, reserved: 0 })
})

it('gives back what a killed process had reserved', async () => {
  await app.query(`insert into evidence_usage select id, 500 from organization where name = 'acme'`)
  await app.query(`insert into evidence_reservation
    select organization.id, made.name, 'abc', made.bytes, made.at from organization,
      (values ('old', 400, 1000), ('young', 100, 9000)) as made (name, bytes, at)
    where organization.name = 'acme'`)
  const later = await startOther(() => 9001)
  await later.close()
  expect(await usage()).toEqual({ bytes: 100, reserved: 1 })
})
