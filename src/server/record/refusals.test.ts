import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AuditItem } from '#contract/audit.ts'
import { startTestApp, type TestApp } from '../testing/app.ts'
import { sealedAll } from '../testing/sealed.ts'

let app: TestApp
let now = 1_700_000_000
beforeAll(async () => {
  app = await startTestApp({ clock: () => now })
})
afterAll(() => app.close())

const refused = async (org = 'acme', key = 'admin') => {
  await sealedAll(app)
  const { body } = await app.call('GET', `/cairn/${org}/audit-log?result=refused`, { key })
  return body.entries as AuditItem[]
}
const nextMinute = async () => {
  now += 60
  await expect.poll(() => app.query('select 1 from refusal')).toHaveLength(0)
}
const put = (key: string, org = 'acme') =>
  app.call('PUT', `/flows/${org}`, { key, json: { name: 'f' } })

it('tells who was denied what, and which role it takes', async () => {
  const { status, headers } = await put('reader')
  expect(status).toBe(403)
  const [entry, ...others] = await refused()
  expect(others).toEqual([])
  expect(entry).toMatchObject({
    actor: 'reader',
    key_label: 'test',
    address: '127.0.0.1',
    request_id: headers['x-request-id'],
    action: 'access_denied',
    result: 'refused',
    times: 1,
  })
  const { body } = await app.call('GET', `/cairn/acme/audit-log/entries/${entry?.id}`)
  expect(body.body).toEqual({
    method: 'PUT',
    path: '/api/v2/flows/acme',
    message: "You don't have permission to access this resource",
    required_role: 'member',
  })
})

it('counts a flood: two entries for an actor, a route and a minute', async () => {
  await nextMinute()
  const before = (await refused()).length
  for (let sent = 0; sent < 4; sent += 1) {
    await Promise.all(Array.from({ length: 10 }, () => put('reader')))
  }
  await put('snapshotter')
  await app.call('DELETE', '/cairn/acme/members/member', { key: 'reader' })
  expect((await refused()).length - before).toBe(3)
  await nextMinute()
  const entries = await refused()
  expect(entries.length - before).toBe(4)
  expect(entries[0]).toMatchObject({ actor: 'reader', action: 'access_denied', times: 39 })
})

it('says nowhere that somebody asked about an organization of others, or one that is not there', async () => {
  const before = [await refused(), await refused('globex', 'outsider')]
  expect((await put('member', 'globex')).status).toBe(403)
  expect((await put('member', 'nowhere')).status).toBe(403)
  expect([await refused(), await refused('globex', 'outsider')]).toEqual(before)
})

it('tells of keys and links that no longer work, to the organizations of their owner', async () => {
  const made = await app.call('POST', '/cairn/session/api-keys', {
    json: { description: 'old one' },
  })
  await app.call('DELETE', `/cairn/session/api-keys/${made.body.id}`)
  await nextMinute()
  const signIn = (api_key: string) =>
    app.call('POST', '/cairn/session', { key: null, json: { api_key } })
  const before = (await refused()).length
  expect((await signIn(made.body.key)).status).toBe(401)
  expect((await signIn(made.body.key)).status).toBe(401)
  const [entry, ...others] = await refused()
  expect(others).toHaveLength(before)
  expect(entry).toMatchObject({
    actor: 'member',
    key_label: 'old one',
    action: 'sign_in_refused',
  })
  const read = await app.call('GET', `/cairn/acme/audit-log/entries/${entry?.id}`)
  expect(read.body.body).toEqual({ by: 'api_key', reason: 'revoked', path: 'sign-in' })
  expect((await refused('globex', 'outsider')).map(({ actor }) => actor)).not.toContain('member')

  await nextMinute()
  expect((await app.call('GET', '/flows/acme', { key: made.body.key })).status).toBe(401)
  const [asked] = await refused()
  expect(asked).toMatchObject({ action: 'sign_in_refused', key_label: 'old one', times: 1 })
})

it('tells nothing of keys that nobody ever had, nor of a valid one elsewhere', async () => {
  await nextMinute()
  const before = await refused()
  const unknown = `${app.keys['member']?.slice(0, -9)}0${'0'.repeat(8)}`
  for (const key of ['nonsense-nonsense', unknown]) {
    expect((await app.call('GET', '/flows/acme', { key })).status).toBe(401)
  }
  await app.call('POST', '/cairn/session', { json: { token: 'nonsense' } })
  expect((await app.call('GET', '/flows/globex')).status).toBe(403)
  expect(await refused()).toEqual(before)
})
