import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

let app: TestApp
let lines: Record<string, unknown>[]
beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(() => {
  lines = []
  vi.spyOn(app.server.log, 'info').mockImplementation((line) => void lines.push(line as never))
})
afterAll(() => app.close())

it('names the account, the key and the organization of a call, and no query', async () => {
  await app.call('GET', '/flows/acme?search=secret', { key: 'reader' })
  const [user] = await app.query<{ name: string; key: string }>(
    `select u.name, k.id as key from api_key k join user_account u on u.id = k.user_id
     where k.id = $1`,
    [lines[0]?.['keyId']],
  )
  expect(lines).toEqual([
    {
      ...{ method: 'GET', path: '/api/v2/flows/acme', ip: '127.0.0.1', org: 'acme' },
      ...{ user: user?.name, keyId: user?.key, statusCode: 200, ms: expect.any(Number) },
    },
  ])
})

it('names no key of a session, and no organization where none is asked', async () => {
  const json = { api_key: app.keys.reader }
  const { headers } = await app.call('POST', '/cairn/session', { key: null, json })
  const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
  await app.call('GET', '/cairn/session', { key: null, headers: { cookie } })
  expect(lines[1]).toMatchObject({ path: '/api/v2/cairn/session', user: 'reader', statusCode: 200 })
  expect(lines[1]).not.toHaveProperty('keyId')
  expect(lines[1]).not.toHaveProperty('org')
})

it('names nobody whom no key proves, and whom nothing is served', async () => {
  await app.call('GET', '/flows/acme', { key: 'wrong-key-wrong-key' })
  await app.call('GET', '//none', { key: null })
  for (const line of lines) expect(line).not.toHaveProperty('user')
  expect(lines.map(({ statusCode }) => statusCode)).toEqual([401, 404])
})
