import { createHash, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { withAdministration } from '#server/database/system/administration.ts'
import { readConfig } from '#server/platform/config.ts'
import { startTestApp, type TestApp, type TestRequest } from '#server/testing/app.ts'
import { dataForm } from '#server/testing/multipart.ts'
import { artifactReport } from '#server/testing/reporter.ts'
import { countRows } from '#server/testing/rows.ts'

let app: TestApp
let now = 1_800_000_000
beforeAll(async () => {
  app = await startTestApp({ clock: () => (now += 0.001) })
  await app.call('PUT', '/flows/acme', { json: { name: 'flow' } })
})
afterAll(() => app.close())

const keyed = (key: string, request: TestRequest): TestRequest => ({
  ...request,
  headers: { 'Idempotency-Key': key },
})
const evidence = (payload: object = {}, content?: string) => ({
  form: dataForm(
    { attestation_name: 'review', ...payload },
    content === undefined ? undefined : { part: 'attachment_file', name: 'e.txt', content },
  ),
})
const attest = (key: string, request = evidence(), trail = 'run') =>
  app.call('POST', `/attestations/acme/flow/trail/${trail}/generic`, keyed(key, request))
const facts = async (): Promise<Record<string, number>> => ({
  ...(await countRows(app)),
  keys: (await keys()).length,
})
const keys = () => app.query(`select key, status from idempotency_key`)

describe('the same key', () => {
  it.each<[string, string, string, TestRequest]>([
    ['an attestation', 'POST', '/attestations/acme/flow/trail/run/generic', evidence({}, 'file')],
    ['a trail', 'PUT', '/trails/acme/flow', { form: dataForm({ name: 'begun' }) }],
    ['an artifact', 'POST', '/artifacts/acme/flow', { json: artifactReport() }],
    ['a flow', 'PUT', '/flows/acme', { json: { name: 'put' } }],
    ['tags', 'PATCH', '/tags/acme/flow/flow', { json: { set_tags: { a: 'b' } } }],
  ])('answers %s as the first time, and does it once', async (_what, method, path, request) => {
    const key = randomUUID()
    const first = await app.call(method, path, keyed(key, request))
    expect(first.headers['idempotent-replayed']).toBeUndefined()
    const before = await facts()
    const again = await app.call(method, path, keyed(key, request))
    expect([again.status, again.text]).toEqual([first.status, first.text])
    expect([200, 201]).toContain(again.status)
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(await facts()).toEqual(before)
  })

  it('gets a rename the first answer again, though the old name is gone', async () => {
    await app.call('PUT', '/flows/acme', { json: { name: 'old' } })
    const rename = () =>
      app.call('PUT', '/flows/acme/old/rename', keyed('rename', { json: { new_name: 'new' } }))
    expect((await rename()).status).toBe(200)
    expect((await rename()).status).toBe(200)
  })

  it('for another request is refused', async () => {
    await attest('other', evidence({}, 'file'))
    const before = await facts()
    const refusals = [
      await attest('other', evidence({ is_compliant: false }, 'file')),
      await attest('other', evidence({}, 'another file')),
      await attest('other', evidence()),
      await attest('other', evidence({}, 'file'), 'another-trail'),
    ]
    const message =
      "The Idempotency-Key 'other' was used for another request within the last 24 hours: use a new key for each request"
    for (const { status, body } of refusals)
      expect([status, body]).toEqual([422, { message, code: 'idempotency_key_reused' }])
    expect(await facts()).toEqual(before)
    expect(await readdir(join(app.dataDir, 'evidence', 'incoming'))).toEqual([])
  })

  it('of another caller, or in another organization, is another key', async () => {
    await withAdministration(app.connection, (it) => it.addMember('globex', 'member', 'member'))
    const put = (key: string, org: string) =>
      app.call('PUT', `/flows/${org}`, { ...keyed('shared', { json: { name: 'mine' } }), key })
    const answers = [
      await put('member', 'acme'),
      await put('admin', 'acme'),
      await put('member', 'globex'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 201])
    for (const { headers } of answers) expect(headers['idempotent-replayed']).toBeUndefined()
  })

  it('runs many identical requests once', async () => {
    const before = await facts()
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => attest('hasty', evidence({}, 'hasty'))),
    )
    const ids = new Set(answers.map(({ status, body }) => `${status} ${body}`))
    expect(ids.size).toBe(1)
    expect([...ids][0]).toMatch(/^201 /)
    expect(answers.filter(({ headers }) => !headers['idempotent-replayed'])).toHaveLength(1)
    expect((await facts()).attestation).toBe((before.attestation ?? 0) + 1)
  })
})

describe('a refused request', () => {
  it('leaves its key free for the next attempt', async () => {
    const begin = () =>
      app.call('PUT', '/trails/acme/late', keyed('late', { form: dataForm({ name: 'run' }) }))
    expect((await begin()).status).toBe(404)
    await app.call('PUT', '/flows/acme', { json: { name: 'late' } })
    const answer = await begin()
    expect([answer.status, answer.headers['idempotent-replayed']]).toEqual([201, undefined])
    expect((await begin()).headers['idempotent-replayed']).toBe('true')
  })

  it('that fails in the middle of its write leaves neither the write nor the key', async () => {
    await app.query(`alter table record_pending add constraint broken check (false) not valid`)
    const before = await facts()
    expect((await attest('broken')).status).toBe(500)
    expect(await facts()).toEqual(before)
    await app.query(`alter table record_pending drop constraint broken`)
    expect((await attest('broken')).status).toBe(201)
  })
})

describe('a key', () => {
  it.each(['', 'a b', 'ä', 'x'.repeat(256)])('%j is refused', async (key) => {
    const before = await facts()
    const { status, body } = await attest(key)
    const reason = 'Input should be 1 to 255 visible ASCII characters'
    expect(status).toBe(400)
    expect(body.errors['Idempotency-Key']).toContain(reason)
    expect(await facts()).toEqual(before)
  })

  it('has no effect on a read', async () => {
    const { status } = await app.call('GET', '/flows/acme', keyed('a b', {}))
    expect(status).toBe(200)
  })

  it('is free again after 24 hours, and deleted in the background', async () => {
    const first = await attest('daily')
    now += 24 * 3600 - 10
    expect((await attest('daily')).body).toBe(first.body)
    now += 20
    const second = await attest('daily')
    expect([second.status, second.headers['idempotent-replayed']]).toEqual([201, undefined])
    expect(second.body).not.toBe(first.body)
    // A service that starts looks at once.
    now += 24 * 3600 - 5
    await attest('fresh')
    now += 10
    const env = { NODE_ENV: 'test', LOG_LEVEL: 'silent', CAIRN_DATA_DIR: app.dataDir }
    const other = await createApp({
      config: readConfig(env),
      database: { connection: app.connection, direct: app.connection },
      webDir: null,
      clock: () => now,
    })
    await other.close()
    expect((await keys()).map(({ key }) => key)).toEqual(['fresh'])
  })
})

it('leaves no evidence file of a refused report', async () => {
  const content = randomUUID()
  const sha256 = createHash('sha256').update(content).digest('hex')
  const kept = async () => {
    const folder = join(app.dataDir, 'evidence', sha256.slice(0, 2))
    return (await readdir(folder).catch((): string[] => [])).includes(sha256)
  }
  const post = (flow: string, payload: object) =>
    app.call('POST', `/attestations/acme/${flow}/trail/run/generic`, evidence(payload, content))
  const unknown = { artifact_fingerprint: 'f'.repeat(64) }
  await app.call('PUT', '/flows/acme', { json: { name: 'archived' } })
  await app.call('PUT', '/flows/acme/archived/archive')
  const refused = [
    await post('flow', unknown),
    await post('no-flow', unknown),
    await post('archived', {}),
  ]
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 404])
  expect(refused[1]?.body.message).toBe(
    `Artifact with fingerprint ${'f'.repeat(64)} does not exist in trail "run" of flow "no-flow" belonging to organization "acme"`,
  )
  expect(await kept()).toBe(false)
  expect(await readdir(join(app.dataDir, 'evidence', 'incoming'))).toEqual([])
  expect((await post('flow', {})).status).toBe(201)
  expect(await kept()).toBe(true)
})
