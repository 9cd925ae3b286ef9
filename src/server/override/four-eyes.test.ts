import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settingDefaults } from '#contract/organization/organization-settings.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { overrideClient } from '#server/testing/overrides.ts'
import { countRows } from '#server/testing/rows.ts'

let app: TestApp
let report: ReturnType<typeof overrideClient>
beforeAll(async () => {
  app = await startTestApp()
  report = overrideClient(app)
  for (const flow of ['f', 'free']) {
    await report.flow(flow)
    await report.begin(flow, 'run')
    await report.generic(flow, 'run', { attestation_name: 'scan', is_compliant: false })
  }
  await tag('f', { set_tags: { pci: 'yes', risk: 'high', team: 'a' } })
  await app.call('PUT', '/cairn/acme/settings/overrides', {
    key: 'admin',
    json: {
      ...settingDefaults.overrides,
      approval: 'tagged',
      approval_tags: ['pci', 'risk:high'],
      approver_roles: ['admin', 'member'],
    },
  })
})
afterAll(() => app.close())

const tag = (flow: string, json: object, key = 'member') =>
  app.call('PATCH', `/tags/acme/flow/${flow}`, { key, json })

/** Makes a service account and a key of it with somebody's key. */
async function account(name: string, key: string): Promise<string> {
  const path = '/service-accounts/acme'
  await app.call('POST', path, { key, json: { name, privilege: 'member' } })
  return keyOf(name, key)
}
const keyOf = async (name: string, key: string): Promise<string> => {
  const path = `/service-accounts/acme/${name}/api-keys`
  return (await app.call('POST', path, { key, json: {} })).body.key
}

describe('a request of a service account', () => {
  const own = 'Who asks for an exception cannot decide about it: another person has to'

  it('is approved by nobody who made the account, a key of it, or a link of the chain to it', async () => {
    const first = await account('first', 'member')
    const second = await account('second', first)
    const third = await account('third', second)
    const lent = await keyOf('first', 'admin')
    await account('fourth', lent)
    const fourth = await keyOf('fourth', lent)
    const cases: [key: string, refused: string, allowed: string][] = [
      [second, 'member', 'admin'],
      [third, 'member', 'admin'],
      [fourth, 'admin', 'member'],
    ]
    for (const [key, refused, allowed] of cases) {
      const json = { flow_name: 'f', trail_name: 'run' }
      const { body } = await report.ask(json, { to: 'override-proposals', key })
      const decide = (by: string) =>
        report.post(`override-proposals/${body.proposal_id}/approve`, { reason: 'Seen' }, by)
      const shown = await report.registered(body.proposal_id, refused)
      expect(shown.override.request.approval_refusal).toBe(own)
      expect(await decide(refused)).toMatchObject({
        status: 403,
        body: { message: own, code: 'own_request' },
      })
      expect((await decide(allowed)).status).toBe(200)
    }
    const roots = await app.query(
      `select service_account.name, user_account.name as person from service_account
        join user_account on user_account.id = responsible_id order by service_account.name`,
    )
    expect(Object.fromEntries(roots.map(({ name, person }) => [name, person]))).toEqual({
      first: 'member',
      second: 'member',
      third: 'member',
      fourth: 'admin',
    })
  })
})

describe('tags that make overrides on a flow need approval', () => {
  it.each([
    ['f', { remove_tags: ['pci'] }],
    ['f', { set_tags: { risk: 'low' } }],
    ['f', { remove_tags: ['risk'], set_tags: { team: 'b' } }],
    ['free', { set_tags: { risk: 'high' } }],
    ['free', { set_tags: { pci: '' } }],
  ])('of %s are changed by admins only: %j', async (flow, change) => {
    const before = await countRows(app)
    const { status, body } = await tag(flow, change)
    expect([status, body]).toEqual([
      403,
      {
        message: "You don't have permission to access this resource",
        code: 'role_too_low',
        required_role: 'admin',
      },
    ])
    expect(await countRows(app)).toEqual(before)
  })

  it('keep the name of their flow, which an admin alone gives to another', async () => {
    const rename = (from: string, new_name: string, key: string) =>
      app.call('PUT', `/flows/acme/${from}/rename`, { key, json: { new_name } })
    expect((await rename('f', 'g', 'member')).status).toBe(403)
    expect((await rename('f', 'g', 'admin')).status).toBe(200)
    expect((await rename('g', 'f', 'admin')).status).toBe(200)
    expect((await rename('free', 'freer', 'member')).status).toBe(200)
    expect((await rename('freer', 'free', 'member')).status).toBe(200)
  })

  it('leave all other tags to members, and are changed by an admin', async () => {
    expect((await tag('f', { set_tags: { team: 'c', pci: 'still' } })).status).toBe(200)
    expect((await tag('free', { set_tags: { risk: 'low' } })).status).toBe(200)
    expect((await tag('f', { remove_tags: ['pci'] }, 'admin')).status).toBe(200)
  })
})
