import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyLines, organizationLines, userLines } from '#server/cli/lists.ts'
import { withDatabase } from '#server/database/pool.ts'
import { type Administration, withAdministration } from '#server/database/system/administration.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

let app: TestApp
beforeAll(async () => void (app = await startTestApp()))
afterAll(() => app.close())

const administer = <T>(work: (it: Administration) => Promise<T>) =>
  withAdministration(app.connection, work)

/** An admin of acme, and their key. */
async function admin(name: string): Promise<string> {
  await administer(async (it) => {
    await it.addUser(name)
    await it.addMember('acme', name, 'admin')
  })
  return administer((it) => it.addKey(name, 'theirs'))
}

/** A link by which an admin invites somebody new: its token. */
async function invite(key: string, name: string): Promise<string> {
  const json = { name, role: 'admin', create: true }
  const { body } = await app.call('POST', '/cairn/acme/members', { key, json })
  return new URL(body.sign_in_link).searchParams.get('token') ?? ''
}
const redeem = async (token: string) =>
  (await app.call('POST', '/cairn/session', { key: null, json: { token } })).status

describe('a link by which an admin invited somebody', () => {
  it.each<[string, (name: string) => Promise<unknown>]>([
    [
      'an admin removed them',
      (name) => app.call('DELETE', `/cairn/acme/members/${name}`, { key: 'admin' }),
    ],
    ['the operator removed them', (name) => administer((it) => it.removeMember('acme', name))],
    ['the operator disabled them', (name) => administer((it) => it.setDisabled(name, true))],
    [
      'they are no admin any more',
      (name) =>
        app.call('PATCH', `/cairn/acme/members/${name}`, {
          key: 'admin',
          json: { role: 'member' },
        }),
    ],
  ])('opens nothing once %s, until another admin makes a new one', async (_what, leave) => {
    const name = `leaver-${Math.random().toString(36).slice(2)}`
    const token = await invite(await admin(name), `${name}-friend`)
    await leave(name)
    expect(await redeem(token)).toBe(401)
    const path = `/cairn/acme/members/${name}-friend/sign-in-link`
    const { body } = await app.call('POST', path, { key: 'admin' })
    expect(await redeem(new URL(body.sign_in_link).searchParams.get('token') ?? '')).toBe(201)
  })
})

it('the operator gives the last admin no other role', async () => {
  const give = (role: 'admin' | 'member') =>
    administer((it) => it.addMember('globex', 'outsider', role))
  await give('admin')
  await expect(give('member')).rejects.toThrow("'outsider' is the last admin of 'globex'")
  const lines = await withDatabase(app.connection, organizationLines)
  expect(lines.find((line) => line.startsWith('globex\t'))).toContain('\toutsider\t')
})

describe('the operator removes a member', () => {
  it('with their access and the keys of their service accounts, and it is in the log', async () => {
    const key = await admin('gone')
    const json = { name: 'robot-of-gone', privilege: 'member' }
    await app.call('POST', '/service-accounts/acme', { key, json })
    const keys = '/service-accounts/acme/robot-of-gone/api-keys'
    const robot = (await app.call('POST', keys, { key, json: {} })).body.key
    const reads = async (by: string) => (await app.call('GET', '/flows/acme', { key: by })).status
    expect([await reads(key), await reads(robot)]).toEqual([200, 200])
    expect(await administer((it) => it.removeMember('acme', 'gone'))).toBe(true)
    expect(await administer((it) => it.removeMember('acme', 'gone'))).toBe(false)
    expect([await reads(key), await reads(robot)]).toEqual([403, 401])
    const entries = await app.query(
      `select actor, kind from record where actor = '(operator)'
        and body like '%"gone"%' and kind = 'member_removed'`,
    )
    // In the log of the organization, and in that of the instance.
    expect(entries).toHaveLength(2)
  })

  it('but neither the last admin nor the owner of a personal organization', async () => {
    await expect(administer((it) => it.removeMember('globex', 'outsider'))).rejects.toThrow(
      "'outsider' is the last admin of 'globex'",
    )
    await expect(administer((it) => it.removeMember('outsider', 'outsider'))).rejects.toThrow(
      "'outsider' is a personal organization",
    )
  })
})

it('the operator sees users, organizations and keys, without secrets', async () => {
  const key = await admin('listed')
  await administer((it) => it.setDisabled('listed', true))
  const [users, organizations, keys] = await withDatabase(app.connection, (database) =>
    Promise.all([userLines(database), organizationLines(database), keyLines(database, 'listed')]),
  )
  expect(users.find((line) => line.startsWith('listed\t'))).toMatch(
    /^listed\tdisabled \d{4}-.*Z\t-\tnever\t1\t0\tacme:admin$/,
  )
  expect(users.find((line) => line.startsWith('reader\t'))).toContain('\tenabled\t')
  expect(organizations.find((line) => line.startsWith('globex\t'))).toMatch(
    /^globex\tshared\t.*Z\t1\toutsider\t-$/,
  )
  const id = key.split('_')[2]
  expect(keys[1]).toMatch(new RegExp(`^${id}\tworks\t.*Z\tnever\tnever\ttheirs$`))
  expect([...users, ...keys].join()).not.toContain(key.split('_')[3])
  const unknown = withDatabase(app.connection, (database) => keyLines(database, 'nobody'))
  await expect(unknown).rejects.toThrow("There is no user named 'nobody'")
})
