import { afterAll, beforeAll, expect, it } from 'vitest'
import { withAdministration } from '#server/database/system/administration.ts'
import { startTestApp } from '#server/testing/app.ts'
import { scimClient, scimToken, signInBy, startProvisioned } from '#server/testing/scim.ts'

type World = Awaited<ReturnType<typeof startProvisioned>>
let people: World['people']
let provider: World['provider']
let app: World['app']
let scim: World['scim']
beforeAll(async () => {
  ;({ people, provider, app, scim } = await startProvisioned('staff=acme:member'))
})
afterAll(async () => {
  await app.close()
  await provider.close()
})

/** Signs somebody in at the provider. @returns the status, and the session */
async function signIn(subject: string, claims: object = {}) {
  people[subject] = { preferred_username: subject, groups: ['staff'], ...claims }
  return signInBy(app, subject)
}
async function whoIs(cookie: string) {
  const { status, body } = await app.call('GET', '/cairn/session', {
    key: null,
    headers: { cookie },
  })
  return status === 200 ? body.user.name : status
}
const provision = async (userName: string, externalId: string, more: object = {}) =>
  (await scim('POST', '/Users', { userName, externalId, ...more })).body.id as string
const say = (id: string, active: boolean) =>
  scim('PATCH', `/Users/${id}`, { Operations: [{ op: 'replace', path: 'active', value: active }] })

it('gives who was provisioned the account that was made for them', async () => {
  const id = await provision('early@corp.example', 'sub-early')
  const { cookie } = await signIn('sub-early', { preferred_username: 'otherwise' })
  expect(await whoIs(cookie)).toBe('early')
  await say(id, false)
  expect(await whoIs(cookie)).toBe(401)
  expect((await signIn('sub-early')).status).toBe(401)
  await say(id, true)
  expect(await whoIs((await signIn('sub-early')).cookie)).toBe('early')
})

it('finds the account of who signed in before they were provisioned', async () => {
  const { cookie } = await signIn('sub-late')
  const id = await provision('late@corp.example', 'sub-late')
  const [account] = await app.query('select name from user_account where id = $1', [id])
  expect(account).toEqual({ name: 'sub-late' })
  await scim('DELETE', `/Users/${id}`)
  expect(await whoIs(cookie)).toBe(401)
  expect((await signIn('sub-late')).status).toBe(401)
})

it('refuses a stranger whose user was never active, or is deleted', async () => {
  await provision('never@corp.example', 'sub-never', { active: false })
  expect((await signIn('sub-never')).status).toBe(401)
  const id = await provision('gone@corp.example', 'sub-gone')
  await scim('DELETE', `/Users/${id}`)
  expect((await signIn('sub-gone')).status).toBe(401)
})

it('ends each account of a person who has two', async () => {
  await withAdministration(app.connection, (it) => it.addUser('double', 'double@corp.example'))
  const key = await withAdministration(app.connection, (it) => it.addKey('double', ''))
  const { cookie } = await signIn('sub-double')
  // Found by its address: the directory tells the id only later.
  const { body } = await scim('POST', '/Users', { userName: 'double@corp.example' })
  await scim('PUT', `/Users/${body.id}`, {
    userName: 'double@corp.example',
    externalId: 'sub-double',
  })
  expect([await whoIs(cookie), (await app.call('GET', '/flows/double', { key })).status]).toEqual([
    'sub-double',
    200,
  ])
  await say(body.id, false)
  expect([await whoIs(cookie), (await app.call('GET', '/flows/double', { key })).status]).toEqual([
    401, 401,
  ])
})

it('knows people by the claim that says their id in the directory', async () => {
  const own = await startTestApp({
    environment: {
      ...provider.environment,
      CAIRN_OIDC_SCIM_CLAIM: 'oid',
      CAIRN_SCIM_TOKEN: scimToken,
    },
    clock: () => Date.now() / 1000,
  })
  const [before, asked] = [app, scim]
  app = own
  scim = scimClient(own)
  try {
    const { cookie } = await signIn('pairwise-1', { oid: 'object-1' })
    const id = await provision('entra@corp.example', 'object-1')
    await say(id, false)
    expect(await whoIs(cookie)).toBe(401)
    // Signed in before the directory could be asked about them by this id.
    const late = await provision('second@corp.example', 'object-2', { active: false })
    const second = await signIn('pairwise-2', { oid: undefined })
    expect(await whoIs(second.cookie)).toBe('pairwise-2')
    expect((await signIn('pairwise-2', { oid: 'object-2' })).status).toBe(401)
    expect(await whoIs(second.cookie)).toBe(401)
    await say(late, true)
    expect((await signIn('pairwise-2', { oid: 'object-2' })).status).toBe(200)
    // The provider told their id once, and not again.
    const first = await signIn('pairwise-3', { oid: 'object-3' })
    const again = await signIn('pairwise-3', { oid: undefined })
    await say(await provision('third@corp.example', 'object-3'), false)
    expect([await whoIs(first.cookie), await whoIs(again.cookie)]).toEqual([401, 401])
  } finally {
    ;[app, scim] = [before, asked]
    await own.close()
  }
})
