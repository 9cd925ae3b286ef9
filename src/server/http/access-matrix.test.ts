import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Access, type Endpoint, type Role, roles } from '#contract/common/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { withAdministration } from '#server/database/system/administration.ts'
import { startTestApp, type TestAnswer, type TestApp } from '#server/testing/app.ts'
import { failuresOf } from '#server/testing/failures.ts'
import { countRows } from '#server/testing/rows.ts'

/** A person or a service account of each role, of acme or of globex; null has no key. */
const people = [...roles, 'outsider'] as const
const accounts = [...roles.map((role) => `account-${role}`), 'foreign-account']
const callers = [...people, ...accounts, null]
const all = Object.entries(endpoints) as [string, Endpoint][]
const ofOrganization = all.filter(([, { path }]) => path.includes('{org}'))

let app: TestApp
let before: Record<string, number>
beforeAll(async () => {
  app = await startTestApp()
  const make = async (org: string, name: string, privilege: Role, key: string) => {
    const path = `/service-accounts/${org}`
    await app.call('POST', path, { key, json: { name, privilege } })
    const made = await app.call('POST', `${path}/${name}/api-keys`, { key, json: {} })
    app.keys[name] = made.body.key
  }
  for (const role of roles) await make('acme', `account-${role}`, role, 'admin')
  await make('globex', 'foreign-account', 'admin', 'outsider')
  before = await countRows(app)
})
afterAll(() => app.close())

const pathOf = (endpoint: Endpoint, org: string) =>
  endpoint.path.replace('{org}', org).replace(/\{\+?\w+\}/g, 'unknown-thing')

/**
 * A payload that no endpoint accepts: an unauthorized caller must not learn what is wrong with it.
 */
const nonsense = { raw: { type: 'text/nonsense', content: 'nonsense' } }

/** Role of a caller in an organization, or none. */
function roleIn(caller: string | null, org: string): Role | null {
  if (org === 'globex')
    return caller === 'outsider' || caller === 'foreign-account' ? 'admin' : null
  if (org !== 'acme') return null
  return roles.find((role) => caller === role || caller === `account-${role}`) ?? null
}

/** The least role of an operation, by the first line that matches it. */
const table: readonly [pattern: RegExp, least: Role][] = [
  [/^GET \/service-accounts\/\{org\}\/\{name\}\/api-keys/, 'snapshotter'],
  [/^GET .*environments_notifications.*secret$/, 'member'],
  [/^GET /, 'reader'],
  [/^\w+ \/organizations\/\{org\}\/environments_notifications/, 'member'],
  [/^PUT \/environments\/\{org\}(\/\{env_name\}\/report\/[\w-]+)?$/, 'snapshotter'],
  [/^\w+ \/(environments|allowlists)\//, 'member'],
  [/^\w+ \/(flows|trails|artifacts|attestations)\//, 'member'],
  [/^\w+ \/(policies|custom-attestation-types|tags)\//, 'member'],
  [
    /^\w+ \/cairn\/\{org\}\/(policies|environments|flows|custom-attestation-types)\/.*(?<!preview)$/,
    'member',
  ],
  [/^\w+ \/cairn\/\{org\}\/spaces\b/, 'member'],
  [/^\w+ \/cairn\/\{org\}\/(overrides\b|override-proposals|allowance-proposals)/, 'member'],
  [/^PUT \/cairn\/\{org\}\/settings\//, 'admin'],
  [/^\w+ \/cairn\/\{org\}\/(overrides|exceptions)\b/, 'member'],
  [/^POST \/cairn\/\{org\}\/notification-drafts\/backtest$/, 'reader'],
  [/^\w+ \/cairn\/\{org\}\/notification(s|-drafts)\b/, 'member'],
  [/^\w+ \/controls\//, 'admin'],
  [/^POST \/cairn\/\{org\}\/control-import$/, 'admin'],
  [/^\w+ \/service-accounts\//, 'snapshotter'],
  [/^\w+ \/(cairn\/\{org\}\/members|organizations)\b/, 'admin'],
  // Queries by POST write nothing, and personal settings are the caller's own.
  [/^POST \/cairn\/\{org\}\/.*preview$/, 'reader'],
  [/^POST \/cairn\/\{org\}\/policy_effect$/, 'reader'],
  [/^\w+ \/cairn\/\{org\}\/(overview\/snoozed|preferences)\//, 'reader'],
  // A view of the team needs the role member, which its tests check.
  [/^\w+ \/cairn\/\{org\}\/views\b/, 'reader'],
  [/^PUT \/user\//, 'reader'],
  [/^POST \/cairn\/\{org\}\/leave$/, 'reader'],
  [/^POST \/cairn\/\{org\}\/delete$/, 'admin'],
]

/** Statuses allowed for a caller's role and the role required. */
function check(
  answer: TestAnswer,
  path: string,
  caller: string | null,
  has: Role | null,
  needs: Role,
) {
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  const { status, body } = answer
  if (caller === null) {
    expect([status, body]).toEqual([401, { message: 'A valid API key is required' }])
    expect(answer.headers['www-authenticate']).toBe('Bearer')
  } else if (has === null) {
    expect([status, body]).toEqual([
      403,
      { message: `Access denied to /api/v2${path}`, code: 'no_access' },
    ])
  } else if (roles.indexOf(has) > roles.indexOf(needs)) {
    const message = "You don't have permission to access this resource"
    expect([status, body]).toEqual([403, { message, code: 'role_too_low', required_role: needs }])
  } else {
    expect([200, 400, 404]).toContain(status)
  }
}

/** Shape of an answer: everything except the organization's name and random parts. */
function shapeOf({ status, text, headers }: TestAnswer, org: string): string {
  const { date: _, 'x-request-id': __, 'content-length': ___, ...rest } = headers
  return JSON.stringify([status, text.replaceAll(org, 'ORG'), rest])
}

/** Callers of every kind with their own organization, one of others and an unknown one. */
const callersAndOrgs: [caller: string | null, org: string][] = [
  ...callers.map((caller): [string | null, string] => [caller, 'acme']),
  ...['admin', 'account-member', 'outsider', 'foreign-account', null].flatMap((caller) =>
    ['globex', 'nowhere'].map((org): [string | null, string] => [caller, org]),
  ),
]

it(`admits callers by their role at ${ofOrganization.length} endpoints of organizations`, async () => {
  const failures = await failuresOf(ofOrganization, async (endpoint) => {
    // An admitted stream never ends, an export appends an audit entry: an invalid query stops both.
    const isLasting = endpoint.response === 'events' || endpoint.response === 'export'
    const query = isLasting ? '?after=nonsense&format=nonsense' : ''
    const payload = endpoint.body ? nonsense : {}
    const shapes = new Map<string | null, Set<string>>()
    for (const [caller, org] of callersAndOrgs) {
      const path = pathOf(endpoint, org)
      const answer = await app.call(endpoint.method, path + query, { key: caller, ...payload })
      const has = roleIn(caller, org)
      check(answer, path, caller, has, endpoint.access as Role)
      const known = shapes.get(caller) ?? new Set()
      if (has === null) shapes.set(caller, known.add(shapeOf(answer, org)))
    }
    // An unknown organization and one of others get the same answer, to the byte.
    for (const known of shapes.values()) expect(known.size).toBe(1)
  })
  expect(failures).toEqual([])
})

it(`requires the role of its kind of call at ${ofOrganization.length} endpoints`, () => {
  const wrong = ofOrganization.flatMap(([name, { method, path, access }]) => {
    const operation = `${method} ${path}`
    const least = table.find(([pattern]) => pattern.test(operation))?.[1]
    return least === access ? [] : [{ name, operation, access, least }]
  })
  expect(wrong).toEqual([])
})

it('names the role required for tags of controls to everybody with a weaker role', async () => {
  for (const key of ['reader', 'snapshotter', 'member']) {
    const { status, body } = await app.call('PATCH', '/tags/acme/control/c1', { key, ...nonsense })
    expect([status, body.required_role]).toEqual([403, 'admin'])
  }
})

const rest = all.filter(([, { path }]) => !path.includes('{org}'))

it(`requires an account at ${rest.length} endpoints without an organization`, async () => {
  const failures = await failuresOf(rest, async (endpoint) => {
    const access: Access = endpoint.access
    const payload = endpoint.body ? nonsense : {}
    for (const caller of callers) {
      const { status } = await app.call(endpoint.method, pathOf(endpoint, ''), {
        key: caller,
        ...payload,
      })
      if (access === 'account' && caller === null) expect(status).toBe(401)
      // Service accounts own nothing that only people have.
      else if (accounts.includes(caller ?? '')) expect([200, 400, 403, 404]).toContain(status)
      // Sign-in attempts are limited per minute, whoever makes them.
      else expect([200, 400, 404, ...(access === 'anyone' ? [429] : [])]).toContain(status)
    }
  })
  expect(failures).toEqual([])
})

it('declares an access for every endpoint, and a role for each of an organization', () => {
  for (const [, { access }] of all) expect([...roles, 'account', 'anyone']).toContain(access)
  for (const [, { access }] of ofOrganization) expect(roles).toContain(access)
})

it('stored nothing of all that except personal settings', async () => {
  const counts = await countRows(app)
  const own = await app.query("select 1 from record where kind = 'default_organization_set'")
  expect(own.length).toBeGreaterThan(0)
  expect(counts).toEqual({ ...before, record: (before.record ?? 0) + own.length })
})

it('applies a changed role with the next request', async () => {
  const put = async () =>
    (await app.call('PUT', '/flows/acme', { key: 'reader', json: { name: 'f' } })).status
  expect(await put()).toBe(403)
  await withAdministration(app.connection, (it) => it.addMember('acme', 'reader', 'member'))
  expect(await put()).toBe(201)
})

it('stops a write in progress when its caller loses their role', async () => {
  const give = (role: Role) =>
    withAdministration(app.connection, (it) => it.addMember('acme', 'member', role))
  const payload = new PassThrough()
  const answer = app.server.inject({
    method: 'PUT',
    url: '/api/v2/flows/acme',
    headers: {
      authorization: `Bearer ${app.keys.member}`,
      'content-type': 'application/json',
    },
    payload,
  })
  payload.write('{"name":')
  // It was authorized once its body is read.
  await expect.poll(() => payload.readableLength).toBe(0)
  await give('snapshotter')
  payload.end('"late"}')
  const { statusCode, body } = await answer
  await give('member')
  expect([statusCode, JSON.parse(body).required_role]).toEqual([403, 'member'])
  expect(await app.query("select 1 from flow where name = 'late'")).toEqual([])
})
