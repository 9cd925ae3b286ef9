import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AuditItem } from '#contract/audit-log/audit-log.ts'
import { withAdministration } from '#server/database/system/administration.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { waitUntilSealed } from '#server/testing/sealed.ts'

let app: TestApp
let now = 1_700_000_000
beforeAll(async () => {
  app = await startTestApp({ clock: () => now })
})
afterAll(() => app.close())

const refused = async (org = 'acme', key = 'admin') => {
  await waitUntilSealed(app)
  const { body } = await app.call('GET', `/cairn/${org}/audit-log?result=refused`, { key })
  return body.entries as AuditItem[]
}
const nextMinute = async () => {
  now += 60
  await expect.poll(() => app.query('select 1 from refusal')).toHaveLength(0)
}
const put = (key: string, org = 'acme') =>
  app.call('PUT', `/flows/${org}`, { key, json: { name: 'f' } })

it('records who was denied what, and which role it takes', async () => {
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

it('records nothing about questions on an organization that is unknown or of others', async () => {
  const before = [await refused(), await refused('globex', 'outsider')]
  expect((await put('member', 'globex')).status).toBe(403)
  expect((await put('member', 'nowhere')).status).toBe(403)
  expect([await refused(), await refused('globex', 'outsider')]).toEqual(before)
})

it('records keys and links that no longer work, in the organizations of their owner', async () => {
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
  const recorded = { actor: 'member', action: 'sign_in_refused' }
  expect(entry).toMatchObject({ ...recorded, key_label: null, address: null })
  const read = (org: string, id?: string) =>
    app.call('GET', `/cairn/${org}/audit-log/entries/${id}`)
  const what = { by: 'api_key', reason: 'revoked' }
  expect((await read('acme', entry?.id)).body.body).toEqual(what)
  // Data of the person's own is shown to them.
  const [own] = await refused('member', 'member')
  expect(own).toMatchObject({ ...recorded, key_label: 'old one', address: '127.0.0.1' })
  expect((await read('member', own?.id)).body.body).toEqual({ ...what, path: 'sign-in' })
  expect((await refused('globex', 'outsider')).map(({ actor }) => actor)).not.toContain('member')

  await nextMinute()
  expect((await app.call('GET', '/flows/acme', { key: made.body.key })).status).toBe(401)
  const [refusal] = await refused()
  expect(refusal).toMatchObject({ action: 'sign_in_refused', key_label: 'old one', times: 1 })
})

it('shows no organization a request to another, nor any text of a caller who only knows the id of a key', async () => {
  await withAdministration(app.connection, (it) => it.addMember('globex', 'admin', 'reader'))
  await app.call('GET', '/flows/globex', { key: 'admin' })
  const made = await app.call('POST', '/cairn/session/api-keys', {
    key: 'admin',
    json: { description: 'phoenix' },
  })
  await app.call('DELETE', `/cairn/session/api-keys/${made.body.id}`, { key: 'admin' })
  const [, , id, secret = ''] = made.body.key.split('_')
  const body = `cairn_personal_${id}_${secret.replaceAll(/./g, '0')}`
  const forged = `${body}_${crc32(body).toString(16).padStart(8, '0')}`
  const bodies = async (org: string) => {
    const entries = await refused(org, 'admin')
    const read = entries.map(async (one) => {
      const path = `/cairn/${org}/audit-log/entries/${one.id}`
      const { key_label, body } = (await app.call('GET', path, { key: 'admin' })).body
      return { key_label, ...body }
    })
    return (await Promise.all(read)).filter(({ reason }) => reason)
  }
  const revoked = { by: 'api_key', reason: 'revoked' }
  for (const [key, expected] of [
    [made.body.key, { globex: revoked, named: { ...revoked, path: 'GET /api/v2/flows/acme/pay' } }],
    [
      forged,
      { globex: { ...revoked, reason: 'secret' }, named: { by: 'api_key', reason: 'secret' } },
    ],
  ] as const) {
    await nextMinute()
    expect((await app.call('GET', '/flows/acme/pay', { key })).status).toBe(401)
    expect((await bodies('globex'))[0]).toEqual({ ...expected.globex, key_label: null })
    expect((await bodies('acme'))[0]).toEqual({ ...expected.named, key_label: 'phoenix' })
  }
})

it('records nothing about keys that never existed, nor about a valid one elsewhere', async () => {
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
