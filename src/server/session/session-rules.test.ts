import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

const hour = 3600
let now = 1_800_000_000
const environment = {
  CAIRN_LOGIN: 'both',
  CAIRN_BASE_URL: 'http://cairn.test',
  CAIRN_OIDC_ISSUER: 'https://id.example',
  CAIRN_OIDC_CLIENT_ID: 'cairn',
  CAIRN_OIDC_CLIENT_SECRET: 'very-secret',
  CAIRN_OIDC_GROUPS: 'admins=acme:admin,others=globex:reader',
  CAIRN_SESSION_HOURS: '10',
  CAIRN_SESSION_IDLE_HOURS: '2',
}
let app: TestApp
beforeAll(async () => void (app = await startTestApp({ environment, clock: () => now })))
afterAll(() => app.close())

async function browser() {
  const json = { api_key: app.keys['member'] }
  const answer = await app.call('POST', '/cairn/session', { key: null, json })
  const header = String(answer.headers['set-cookie'])
  expect(header).toContain(`Max-Age=${10 * hour}`)
  const cookie = header.split(';')[0] ?? ''
  return (path = '/flows/acme') => app.call('GET', path, { key: null, headers: { cookie } })
}

it('ends after the configured time, however much it is used', async () => {
  const ask = await browser()
  const begin = now
  for (let hours = 1.5; hours < 10; hours += 1.5) {
    now = begin + hours * hour
    expect((await ask()).status).toBe(200)
  }
  now = begin + 10 * hour + 1
  expect((await ask()).status).toBe(401)
})

it('ends after the configured time without use', async () => {
  const ask = await browser()
  now += 2 * hour - 1
  expect((await ask()).status).toBe(200)
  now += 2 * hour + 1
  expect((await ask()).status).toBe(401)
})

it('that began under a longer rule ends by the present one, and says so', async () => {
  const ask = await browser()
  await app.query('update session set expires_at = expires_at + 1000000')
  const listed = await ask('/cairn/session/sessions')
  const current = listed.body.find((one: { is_current: boolean }) => one.is_current)
  expect(current.expires_at).toBe(now + 10 * hour)
  await app.query('update session set last_seen_at = $1', [now + 10 * hour])
  now += 10 * hour + 1
  expect((await ask()).status).toBe(401)
})

it('and the provider are shown to everybody, without a secret and groups of others', async () => {
  await app.query(
    `insert into user_identity select 'https://id.example', name, id, 1, 2 from user_account
     where name in ('reader', 'outsider')`,
  )
  const { body, text } = await app.call('GET', '/cairn/acme/settings/sign-in', { key: 'reader' })
  expect(body).toEqual({
    ways: 'both',
    session_hours: 10,
    idle_hours: 2,
    provider: {
      issuer: 'https://id.example',
      client_id: 'cairn',
      redirect_uri: 'http://cairn.test/sign-in/callback',
      groups_claim: 'groups',
      links_by_email: false,
    },
    groups: [{ group: 'admins', role: 'admin', member_count: null }],
    member_count: 4,
    single_sign_on_count: 1,
    provisioned_count: 0,
    last_sign_in_at: 2,
    refused_count: 0,
  })
  expect(text).not.toContain('secret')
})
