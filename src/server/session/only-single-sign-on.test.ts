import { afterAll, beforeAll, expect, it } from 'vitest'
import { withAdministration } from '#server/database/system/administration.ts'
import { signInLink } from '#server/first-run.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/platform/config.ts'

const environment = {
  CAIRN_LOGIN: 'oidc',
  CAIRN_BASE_URL: 'http://cairn.test',
  CAIRN_OIDC_ISSUER: 'http://localhost:1',
  CAIRN_OIDC_CLIENT_ID: 'cairn',
}
let app: TestApp
beforeAll(async () => void (app = await startTestApp({ environment })))
afterAll(() => app.close())

const signIn = (json: object) => app.call('POST', '/cairn/session', { key: null, json })

it('keys sign nobody in, but pipelines go on', async () => {
  const { status, body } = await signIn({ api_key: app.keys['member'] })
  expect([status, body.message]).toEqual([
    403,
    'Keys are not accepted for signing in here: use single sign-on',
  ])
  expect((await app.call('GET', '/flows/acme')).status).toBe(200)
  const ways = await app.call('GET', '/cairn/sign-in-ways', { key: null })
  expect(ways.body).toEqual({ key: false, single_sign_on: true })
})

it('links of organizations sign nobody in, those of the operator do', async () => {
  const json = { name: 'invited', role: 'reader', create: true }
  expect((await app.call('POST', '/cairn/acme/members', { key: 'admin', json })).status).toBe(403)
  const link = await withAdministration(app.connection, (it) =>
    signInLink(it, { baseUrl: 'http://cairn.test' }, 'member'),
  )
  const token = new URL(link).searchParams.get('token')
  await app.query(
    "update sign_in_token set org_id = (select id from organization where name = 'acme')",
  )
  expect((await signIn({ token })).status).toBe(401)
  await app.query('update sign_in_token set org_id = null')
  expect((await signIn({ token })).status).toBe(201)
})

it('a provider that cannot be reached is said to be so', async () => {
  const answer = await app.call('GET', '//sign-in/oidc?return_to=/a?b%26c', { key: null })
  expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5'])
  expect(answer.text).toContain('url=/sign-in?failed=unavailable&amp;return_to=%2Fa%3Fb%26c"')
})

it('sessions that keys opened end when the service starts', async () => {
  await app.query(
    `insert into session (hash, user_id, created_at, expires_at, id, last_seen_at, key_id)
     select decode(md5(name), 'hex'), user_account.id, 1, 1e10, user_account.name, 1, key_id
     from user_account, (select id as key_id from api_key limit 1) as key
     where name in ('member', 'reader')`,
  )
  await app.query("update session set key_id = null where id = 'reader'")
  const { connection, dataDir } = app
  const config = readConfig({ LOG_LEVEL: 'silent', CAIRN_DATA_DIR: dataDir, ...environment })
  const again = await createApp({
    config,
    database: { connection, direct: connection },
    webDir: null,
  })
  await again.close()
  const left = await app.query("select id from session where id in ('member', 'reader')")
  expect(left).toEqual([{ id: 'reader' }])
  const told = await app.query(
    "select 1 from record where kind = 'signed_out' and body like '%single sign-on only%'",
  )
  expect(told.length).toBeGreaterThan(0)
})
