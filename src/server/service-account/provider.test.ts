import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { callAsTerraformProvider } from '#server/testing/provider.ts'

let app: TestApp
const now = 1_800_000_000.25
beforeAll(async () => void (app = await startTestApp({ clock: () => now })))
afterAll(() => app.close())

const ask = (method: string, path: string, body?: object) =>
  callAsTerraformProvider(app, method, path, body)
const path = '/service-accounts/acme'

it('a service account is made, read, found, changed and destroyed', async () => {
  const made = {
    name: 'ci',
    description: '',
    privilege: 'member',
    created_at: now,
    created_by: 'admin',
    creating_user_id: expect.any(String),
  }
  expect(await ask('POST', path, { name: 'ci', description: '', privilege: 'member' })).toEqual([
    201,
    made,
  ])
  expect(await ask('GET', `${path}/ci`)).toEqual([200, made])
  expect(await ask('GET', path)).toEqual([200, [made]])
  const change = { description: 'For builds', privilege: 'reader' }
  expect(await ask('PATCH', `${path}/ci`, change)).toEqual([200, { ...made, ...change }])
  // Without a description it sends null, which clears it.
  const cleared = { description: null, privilege: 'reader' }
  expect(await ask('PATCH', `${path}/ci`, cleared)).toEqual([200, { ...made, privilege: 'reader' }])
  expect(await ask('DELETE', `${path}/ci`)).toEqual([200, 'OK'])
  // It takes a 404 for deleted, while reading and while destroying.
  const gone = [404, { message: 'Service account not found' }]
  expect(await ask('GET', `${path}/ci`)).toEqual(gone)
  expect(await ask('DELETE', `${path}/ci`)).toEqual(gone)
})

it('a key is made, read, listed and destroyed', async () => {
  await ask('POST', path, { name: 'pipeline', description: '', privilege: 'member' })
  const keys = `${path}/pipeline/api-keys`
  const [status, key] = await ask('POST', keys, { description: 'terraform' })
  expect(status).toBe(201)
  expect(key).toMatchObject({ description: 'terraform', created_at: now, expires_at: 0 })
  expect(key.key).toBe(key.api_key)
  const { id } = key
  const read = { id, description: 'terraform', created_at: now, expires_at: 0, last_used_at: 0 }
  expect(await ask('GET', `${keys}/${id}`)).toEqual([200, read])
  const later = await ask('POST', keys, { description: 'until 2100', expires_at: 4_102_444_800 })
  expect(later[1].expires_at).toBe(4_102_444_800)
  const listed = await ask('GET', keys)
  expect(listed[1].map((one: { id: string }) => one.id)).toEqual([later[1].id, id])
  expect(await ask('DELETE', `${keys}/${id}`)).toEqual([200, 'revoked'])
  const gone = [404, { message: 'API key not found' }]
  expect(await ask('GET', `${keys}/${id}`)).toEqual(gone)
  expect(await ask('DELETE', `${keys}/${id}`)).toEqual(gone)
})

it('refusals come back as text that it shows', async () => {
  const [status, body] = await ask('POST', path, { name: 'Bad name', privilege: 'root' })
  expect([status, body.message]).toEqual([400, 'Input payload validation failed'])
  expect(Object.keys(body.errors)).toEqual(['name', 'privilege'])
})
