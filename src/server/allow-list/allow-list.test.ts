import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../testing/app.ts'
import { policyKeeper } from '../testing/policies.ts'
import { fingerprintOf } from '../testing/reporter.ts'
import { countFacts } from '../testing/rows.ts'

let app: TestApp
let keep: ReturnType<typeof policyKeeper>
beforeAll(async () => {
  app = await startTestApp()
  keep = policyKeeper(app)
  await app.call('PUT', '/environments/acme', { json: { name: 'prod', type: 'server' } })
})
afterAll(() => app.close())

const shop = fingerprintOf('shop')
const list = async (environment = 'prod') =>
  app.call('GET', `/allowlists/acme/${environment}`, { key: 'reader' })

it('lists what is allowed, by whom and why; saying it again changes nothing', async () => {
  expect((await keep.allow('prod', shop)).status).toBe(201)
  const before = await countFacts(app)
  expect((await keep.allow('prod', shop)).status).toBe(200)
  expect(await countFacts(app)).toEqual(before)
  expect((await keep.allow('prod', shop, 'Until May')).status).toBe(200)
  expect((await list()).body).toEqual([
    {
      artifact_fingerprint: shop,
      artifact_name: 'shop',
      description: 'Until May',
      created_by: 'member',
      created_at: expect.any(Number),
      is_running: false,
    },
  ])
})

it('takes an artifact off the list, again without effect', async () => {
  expect((await keep.disallow('prod', shop)).body).toBe('OK')
  const before = await countFacts(app)
  expect((await keep.disallow('prod', shop)).status).toBe(200)
  expect(await countFacts(app)).toEqual(before)
  expect((await list()).body).toEqual([])
})

it('refuses what is no fingerprint, and environments that are unknown or archived', async () => {
  const bad = await keep.allow('prod', 'sha256:1')
  expect([bad.status, Object.keys(bad.body.errors)]).toEqual([400, ['artifact_fingerprint']])
  expect((await keep.disallow('prod', 'nothing')).status).toBe(400)
  expect((await keep.allow('nowhere', shop)).status).toBe(404)
  expect((await list('nowhere')).status).toBe(404)
  await app.call('PUT', '/environments/acme', { json: { name: 'old', type: 'server' } })
  await app.call('PUT', '/environments/acme/old/archive')
  expect((await keep.allow('old', shop)).body.message).toBe('Environment has been archived')
})
