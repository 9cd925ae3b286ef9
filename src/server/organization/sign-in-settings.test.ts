import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { scimClient, scimToken } from '#server/testing/scim.ts'

const issuer = 'https://id.example'
const day = 24 * 3600
let now = 1_800_000_000
let app: TestApp
beforeAll(async () => {
  const environment = {
    CAIRN_LOGIN: 'both',
    CAIRN_BASE_URL: 'https://cairn.test',
    CAIRN_OIDC_ISSUER: issuer,
    CAIRN_OIDC_CLIENT_ID: 'cairn',
    CAIRN_OIDC_GROUPS: 'crew=acme:member,guests=acme:reader,elsewhere=globex:reader',
    CAIRN_SCIM_TOKEN: scimToken,
  }
  app = await startTestApp({ environment, clock: () => now })
})
afterAll(() => app.close())

const settings = async () =>
  (await app.call('GET', '/cairn/acme/settings/sign-in', { key: 'admin' })).body

it('counts who comes by single sign-on, by SCIM and by each group, and who was refused', async () => {
  expect(await settings()).toMatchObject({
    member_count: 4,
    single_sign_on_count: 0,
    provisioned_count: 0,
    last_sign_in_at: null,
    refused_count: 0,
    groups: [
      { group: 'crew', role: 'member', member_count: null },
      { group: 'guests', role: 'reader', member_count: null },
    ],
  })
  const scim = scimClient(app)
  const schema = 'urn:ietf:params:scim:schemas:core:2.0'
  const users = ['moritz', 'philippa'].map((userName) =>
    scim('POST', '/Users', { schemas: [`${schema}:User`], userName, externalId: userName }),
  )
  const members = (await Promise.all(users)).map(({ body }) => ({ value: body.id }))
  for (const [displayName, of] of [
    ['crew', members],
    ['guests', members.slice(1)],
  ] as const) {
    const group = { schemas: [`${schema}:Group`], displayName, members: of }
    expect((await scim('POST', '/Groups', group)).status).toBe(201)
  }
  await app.query(
    `insert into user_identity (issuer, subject, user_id, created_at, last_signed_in_at)
     select $1, 'x', id, $2, $2 from user_account where name = 'moritz'`,
    [issuer, now],
  )
  // Who never came is refused without a word to the organization.
  expect((await app.call('GET', '/flows/acme')).status).toBe(200)
  await app.query(
    "update api_key set expires_at = $1 from user_account where user_id = user_account.id and name = 'member'",
    [now],
  )
  expect((await app.call('GET', '/flows/acme')).status).toBe(401)
  await expect.poll(async () => (await settings()).refused_count).toBe(1)
  expect(await settings()).toMatchObject({
    ...{ member_count: 6, single_sign_on_count: 1, provisioned_count: 2, last_sign_in_at: now },
    groups: [
      { group: 'crew', member_count: 2 },
      { group: 'guests', member_count: 1 },
    ],
  })
  now += 8 * day
  expect((await settings()).refused_count).toBe(0)
})
