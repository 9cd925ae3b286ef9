import { afterAll, beforeAll, expect, it } from 'vitest'
import { withDatabase } from '#server/database/pool.ts'
import { findAllowed } from '#server/database/system/find-callers.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

const day = 24 * 3600
let now = 1_800_000_000
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock: () => now })
  await app.query('update api_key set created_at = $1', [now])
  await app.query('update organization set created_at = $1', [now])
  const json = { name: 'robot', privilege: 'reader' }
  await app.call('POST', '/service-accounts/acme', { key: 'admin', json })
})
afterAll(() => app.close())

const path = '/cairn/acme/settings/keys'
const set = (max_age_days: number | null, key = 'admin') =>
  app.call('PUT', path, { key, json: { max_age_days } })
const makeKey = (json: object = {}) =>
  app.call('POST', '/service-accounts/acme/robot/api-keys', { key: 'admin', json })
const reads = async (key: string, org = 'acme') =>
  (await app.call('GET', `/flows/${org}`, { key })).status

it('refuses what is too old here, with the reason, and nowhere else', async () => {
  const robot = (await makeKey()).body.key
  const signedIn = await app.call('POST', '/cairn/session', {
    key: null,
    json: { api_key: app.keys['reader'] },
  })
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? ''
  const bySession = async () =>
    (await app.call('GET', '/flows/acme', { key: null, headers: { cookie } })).status
  now += 5 * day
  const { body: settings } = await set(6)
  // Those of the robot and of the four members: the outsider's opens another organization.
  expect(settings).toMatchObject({ max_age_days: 6, key_days: [5, 5, 5, 5, 5] })
  const all = () => Promise.all([reads('member'), reads(robot), bySession()])
  expect(await all()).toEqual([200, 200, 200])
  now += day
  expect(await all()).toEqual([403, 403, 403])
  const { body } = await app.call('GET', '/flows/acme')
  expect(body).toEqual({
    message: "Keys older than 6 days give no access to 'acme': make another",
    code: 'no_access',
  })
  expect(await reads('member', 'member')).toBe(200)
  expect(await reads('outsider', 'globex')).toBe(200)
  const fresh = await app.call('POST', '/cairn/session/api-keys', { json: {} })
  expect(await reads(fresh.body.key)).toBe(200)
  await app.query('update api_key set created_at = $1', [now])
  expect((await set(null)).status).toBe(200)
  expect(await all()).toEqual([200, 200, 200])
})

it('ends new keys by then, and refuses a later end', async () => {
  await set(10)
  const end = now + 10 * day
  expect((await makeKey()).body.expires_at).toBe(end)
  expect((await makeKey({ expires_at: 0 })).body.expires_at).toBe(end)
  expect((await makeKey({ expires_at: end - 1 })).body.expires_at).toBe(end - 1)
  const late = await makeKey({ expires_at: end + 1 })
  expect(late.status).toBe(400)
  expect(late.body.errors.expires_at).toBe(
    `Input should be at most ${end}: keys of 'acme' last 10 days [input: ${end + 1}]`,
  )
  await set(1)
  const tomorrow = await makeKey({ expires_at: end })
  expect(tomorrow.body.errors.expires_at).toContain(`keys of 'acme' last 1 day [`)
  await set(20)
  const { body } = await makeKey({ expires_at: now + 19 * day })
  await set(10)
  const rotate = `/service-accounts/acme/robot/api-keys/${body.id}/rotate`
  const json = { expires_at: end + 1 }
  expect((await app.call('POST', rotate, { key: 'admin', json })).status).toBe(400)
  const rotated = await app.call('POST', rotate, { key: 'admin', json: {} })
  expect(rotated.body.expires_at).toBe(end)
  await set(null)
})

it('is asked again for open streams of events, with keys of people and of service accounts', async () => {
  const standing = { orgName: 'acme', sessionHash: null }
  const person = (name: string) => {
    const keyId = app.keys[name]?.split('_')[2] ?? ''
    return { ...standing, keyId, isServiceAccount: false }
  }
  const robot = async () => {
    const { body } = await makeKey()
    return { ...standing, keyId: String(body.id), isServiceAccount: true }
  }
  const [old, oldRobot] = [person('reader'), await robot()]
  now += 2 * day
  const [fresh, freshRobot, revoked] = [person('admin'), await robot(), await robot()]
  await app.query('update api_key set created_at = $1 where id = $2', [now, fresh.keyId])
  await set(1)
  await app.call('DELETE', `/service-accounts/acme/robot/api-keys/${revoked.keyId}`, {
    key: 'admin',
  })
  const rules = { maxSeconds: day, maxIdleSeconds: day }
  const allowed = await withDatabase(app.connection, (database) =>
    findAllowed(database, [old, oldRobot, fresh, freshRobot, revoked], now, rules),
  )
  expect([...allowed]).toEqual([fresh, freshRobot])
})

it.each([0, -1, 1.5, 3651, '7', undefined])('is not %j', async (max_age_days) => {
  const answer = await app.call('PUT', path, { key: 'admin', json: { max_age_days } })
  expect(answer.status).toBe(400)
  expect(Object.keys(answer.body.errors)).toEqual(['max_age_days'])
})

it('is no age that the key of its author has reached, which would lock them out', async () => {
  await set(null)
  await app.query('update api_key set created_at = $1', [now - 12 * day])
  const refused = await set(12)
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    {
      max_age_days:
        'Input should be at least 13: the key that you came with is 12 days old and would give no access here. Make another and use it first [input: 12]',
    },
  ])
  expect((await set(13)).body).toMatchObject({ max_age_days: 13, own_key_days: 12 })
  expect((await set(null)).status).toBe(200)
})

it('is set by admins alone', async () => {
  expect((await set(5, 'member')).status).toBe(403)
})
