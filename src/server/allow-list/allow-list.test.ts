import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { policyClient, provenanceYaml } from '#server/testing/policies.ts'
import { fingerprintOf } from '#server/testing/reporter.ts'
import { countRows } from '#server/testing/rows.ts'

let app: TestApp
let keep: ReturnType<typeof policyClient>
let now = 1_800_000_000
beforeAll(async () => {
  app = await startTestApp({ clock: () => now })
  keep = policyClient(app)
  await app.call('PUT', '/environments/acme', { json: { name: 'prod', type: 'server' } })
})
afterAll(() => app.close())

const shop = fingerprintOf('shop')
const list = async (environment = 'prod') =>
  app.call('GET', `/allowlists/acme/${environment}`, { key: 'reader' })

it('lists allowed artifacts with author and reason; repeating changes nothing', async () => {
  expect((await keep.allow('prod', shop)).status).toBe(201)
  const before = await countRows(app)
  expect((await keep.allow('prod', shop)).status).toBe(200)
  expect(await countRows(app)).toEqual(before)
  expect((await keep.allow('prod', shop, 'Until May')).status).toBe(200)
  expect((await list()).body).toEqual([
    {
      artifact_fingerprint: shop,
      artifact_name: 'shop',
      description: 'Until May',
      created_by: 'member',
      created_at: expect.any(Number),
      is_running: false,
      expires_at: null,
    },
  ])
})

it('requires a name and a reason', async () => {
  const put = (json: object) => app.call('PUT', '/allowlists/acme/prod', { json })
  const named = { artifact_fingerprint: shop, artifact_name: 'shop' }
  expect((await put({})).body.errors).toEqual({
    artifact_fingerprint: 'Field required',
    artifact_name: 'Field required',
    description: 'Field required',
  })
  const blank = await put({ ...named, artifact_name: '', description: ' ' })
  expect([blank.status, Object.keys(blank.body.errors)]).toEqual([
    400,
    ['artifact_name', 'description'],
  ])
  expect((await put({ ...named, description: null })).status).toBe(400)
})

it('of a logical environment takes no entry, which would allow nothing', async () => {
  await app.call('PUT', '/environments/acme', {
    json: { name: 'all', type: 'logical', included_environments: ['prod'] },
  })
  const entry = { artifact_fingerprint: shop, artifact_name: 'shop', description: 'Because' }
  const answers = [
    await keep.allow('all', shop),
    await app.call('POST', '/cairn/acme/allowance-proposals', {
      json: { environment_name: 'all', ...entry },
    }),
  ]
  const message =
    "Environment 'all' is logical: allow the artifact in the environments that it includes"
  for (const { status, body } of answers)
    expect([status, body]).toEqual([400, { message, code: 'environment_type' }])
  expect((await list('all')).body).toEqual([])
})

it('takes an artifact off the list; repeating has no effect', async () => {
  expect((await keep.disallow('prod', shop)).body).toBe('OK')
  const before = await countRows(app)
  expect((await keep.disallow('prod', shop)).status).toBe(200)
  expect(await countRows(app)).toEqual(before)
  expect((await list()).body).toEqual([])
})

it('refuses invalid fingerprints, and environments that are unknown or archived', async () => {
  const bad = await keep.allow('prod', 'sha256:1')
  expect([bad.status, Object.keys(bad.body.errors)]).toEqual([400, ['artifact_fingerprint']])
  for (const other of ['nothing', shop.slice(0, 5)])
    expect((await keep.disallow('prod', other)).status).toBe(400)
  expect((await keep.allow('nowhere', shop)).status).toBe(404)
  expect((await list('nowhere')).status).toBe(404)
  await app.call('PUT', '/environments/acme', { json: { name: 'old', type: 'server' } })
  await app.call('PUT', '/environments/acme/old/archive')
  expect((await keep.allow('old', shop)).body.message).toBe('Environment has been archived')
})

it('ends an allowance by itself, attributed to the person who set the end', async () => {
  const report = environmentReporter(app)
  await report.environment('shop')
  await keep.policy('origin', provenanceYaml)
  await keep.attach('shop', 'origin')
  await report.run('shop', { stranger: 1 })
  const allow = (artifact: string, expires_at: number | null) =>
    app.call('PUT', '/allowlists/acme/shop', {
      json: {
        artifact_fingerprint: fingerprintOf(artifact),
        artifact_name: artifact,
        description: 'It has to run',
        expires_at,
      },
    })
  const state = async () => (await app.call('GET', '/environments/acme/shop')).body.state
  expect((await allow('stranger', null)).status).toBe(201)
  expect((await allow('stranger', now + 60)).status).toBe(200)
  expect((await allow('elsewhere', now + 90)).status).toBe(201)
  const past = await allow('stranger', now)
  expect([past.status, Object.keys(past.body.errors)]).toEqual([400, ['expires_at']])
  expect((await list('shop')).body[1]).toMatchObject({ expires_at: now + 60, is_running: true })
  expect(await state()).toBe(true)

  now += 61
  await expect.poll(state).toBe(false)
  expect((await list('shop')).body).toMatchObject([{ artifact_name: 'elsewhere' }])
  const { body } = await app.call('GET', '/cairn/acme/environments/shop/snapshots')
  expect(body.data[0]).toMatchObject({
    state: false,
    changed_count: 1,
    cause: { kind: 'allow_list', is_allowed: false, is_expired: true, by: '(automatic)', at: now },
    reported_by: '(automatic)',
  })
  const [record] = await app.query(
    `select actor, kind, body::json ->> 'is_expired' as is_expired,
        body::json ->> 'end_set_by' as end_set_by from record
      where kind = 'allowance_expired' order by id desc limit 1`,
  )
  expect(record).toEqual({
    actor: '(automatic)',
    kind: 'allowance_expired',
    is_expired: 'true',
    end_set_by: 'member',
  })
})
