import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Access, type Endpoint, type Role, roles } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { withAdministration } from '../database/across-organizations/connect.ts'
import { startTestApp, type TestApp } from '../testing/app.ts'
import { countFacts } from '../testing/rows.ts'

let app: TestApp
beforeAll(async () => void (app = await startTestApp()))
afterAll(() => app.close())

const callers = [...roles, 'outsider', null] as const
const organizations = ['acme', 'globex', 'nowhere']
const all = Object.entries(endpoints) as [string, Endpoint][]
const ofOrganization = all.filter(([, { path }]) => path.includes('{org}'))

const pathOf = (endpoint: Endpoint, org: string) =>
  endpoint.path.replace('{org}', org).replace(/\{\+?\w+\}/g, 'unknown-thing')

/** A payload that no endpoint accepts: who may not come in must not learn what is wrong with it. */
const nonsense = { raw: { type: 'text/nonsense', content: 'nonsense' } }

/** What the declared access says of a caller in an organization. */
function expected(access: Access, caller: (typeof callers)[number], org: string) {
  if (access === 'anyone') return 'let in'
  if (caller === null) return 'key required'
  if (access === 'account') return 'let in'
  if (caller === 'outsider' ? org !== 'globex' : org !== 'acme') return 'access denied'
  const role: Role = caller === 'outsider' ? 'admin' : caller
  return roles.indexOf(role) <= roles.indexOf(access) ? 'let in' : 'role too low'
}

describe.each(ofOrganization)('%s', (_name, endpoint) => {
  const cases = organizations.flatMap((org) =>
    callers.map((caller) => ({ org, caller, outcome: expected(endpoint.access, caller, org) })),
  )

  it.each(cases)('$caller in $org: $outcome', async ({ org, caller, outcome }) => {
    const path = pathOf(endpoint, org)
    // A stream that is let in never ends, an export leaves a record: a bad query stops both.
    const isLasting = endpoint.response === 'events' || endpoint.response === 'export'
    const query = isLasting ? '?after=nonsense&format=nonsense' : ''
    const payload = endpoint.body ? nonsense : {}
    const answer = await app.call(endpoint.method, path + query, { key: caller, ...payload })
    if (outcome === 'key required') {
      expect(answer.status).toBe(401)
      expect(answer.body).toEqual({ message: 'A valid API key is required' })
      expect(answer.headers['www-authenticate']).toBe('Bearer')
    } else if (outcome === 'access denied') {
      expect(answer.status).toBe(403)
      expect(answer.body).toEqual({ message: `Access denied to /api/v2${path}` })
    } else if (outcome === 'role too low') {
      expect(answer.status).toBe(403)
      expect(answer.body).toEqual({
        message: "You don't have permission to access this resource",
        required_role: endpoint.access,
      })
    } else {
      expect([200, 400, 404]).toContain(answer.status)
    }
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('endpoints without an organization', () => {
  const cases = all
    .filter(([, { path }]) => !path.includes('{org}'))
    .flatMap(([name, endpoint]) =>
      callers.map((caller) => ({
        name,
        endpoint,
        caller,
        outcome: expected(endpoint.access, caller, ''),
      })),
    )

  it.each(cases)('$name as $caller: $outcome', async ({ endpoint, caller, outcome }) => {
    const answer = await app.call(endpoint.method, endpoint.path, {
      key: caller,
      ...(endpoint.body ? { json: {} } : {}),
    })
    if (outcome === 'let in') expect([200, 400]).toContain(answer.status)
    else expect(answer.status).toBe(401)
  })
})

it('declares an access for every endpoint, and a role for each of an organization', () => {
  for (const [, { access }] of all) expect([...roles, 'account', 'anyone']).toContain(access)
  for (const [, { access }] of ofOrganization) expect(roles).toContain(access)
})

/** Questions that are POST for the size of what they ask; they store nothing. */
const questions = ['previewTemplate', 'previewPolicy']
/** Writes of what people keep for themselves; nobody else sees it. */
const own = ['snoozeEnvironment', 'unsnoozeEnvironment', 'savePreference']

it('lets nobody write who only reads, but for themselves', () => {
  const writes = ofOrganization.filter(
    ([name, { method }]) => method !== 'GET' && ![...questions, ...own].includes(name),
  )
  expect(writes.length).toBeGreaterThan(4)
  for (const [, { access }] of writes) expect(access).not.toBe('reader')
})

it('stored nothing of all that', async () => {
  const counts = await countFacts(app)
  expect(Object.values(counts).every((count) => count === 0)).toBe(true)
})

it('acts on a changed role with the next request', async () => {
  expect(
    (await app.call('PUT', '/flows/acme', { key: 'reader', json: { name: 'f' } })).status,
  ).toBe(403)
  await withAdministration(app.connection, (it) => it.addMember('acme', 'reader', 'member'))
  expect(
    (await app.call('PUT', '/flows/acme', { key: 'reader', json: { name: 'f' } })).status,
  ).toBe(201)
})
