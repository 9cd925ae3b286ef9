import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { callAsTerraformProvider } from '#server/testing/provider.ts'

let app: TestApp
const now = 1_800_000_000.25
beforeAll(async () => void (app = await startTestApp({ clock: () => now })))
afterAll(() => app.close())

const ask = (method: string, path: string, body?: object) =>
  callAsTerraformProvider(app, method, path, body)
const path = '/controls/acme'

it('a control is made, read, tagged, changed and archived', async () => {
  const made = {
    identifier: 'TF-1',
    name: 'Code review',
    description: 'By another',
    version: 1,
    archived: false,
    created_by: 'admin',
    created_at: now,
    tags: {},
    links: { wiki: 'https://wiki.example.com' },
    policies_referencing: [],
  }
  const { identifier, name, description, links } = made
  expect(await ask('POST', path, { identifier, name, description, links })).toEqual([201, made])
  expect(await ask('GET', `${path}/TF-1`)).toEqual([200, made])
  const tags = { set_tags: { tier: '1' }, remove_tags: null }
  expect(await ask('PATCH', '/tags/acme/controls/TF-1', tags)).toMatchObject([200, 'OK'])
  // Tags make no version; without a description it sends null, and the old one stays.
  const change = { name: 'Peer review', description: null, links: {} }
  expect(await ask('PUT', `${path}/TF-1`, change)).toEqual([
    200,
    { ...made, name: 'Peer review', links: {}, tags: { tier: '1' }, version: 2 },
  ])
  // Destroying archives: neither call has a body, and both may be repeated.
  for (const word of ['archive', 'archive', 'unarchive', 'unarchive', 'archive']) {
    expect(await ask('POST', `${path}/TF-1/${word}`)).toEqual([200, 'OK'])
  }
  const [, read] = await ask('GET', `${path}/TF-1`)
  expect(read).toMatchObject({ archived: true, version: 5 })
  expect(await ask('PUT', `${path}/TF-1`, { name: 'Other' })).toEqual([
    400,
    { message: 'Control has been archived', code: 'control_archived' },
  ])
  const taken = "A control with identifier 'TF-1' already exists in organization 'acme'"
  expect(await ask('POST', path, { identifier, name })).toEqual([
    409,
    { message: taken, code: 'already_exists' },
  ])
})

it('a deleted or refused control is reported as such', async () => {
  const message = "Control 'absent' does not exist in organization 'acme'"
  for (const [method, rest] of [
    ['GET', ''],
    ['PUT', ''],
    ['POST', '/archive'],
    ['GET', '/coverage'],
    ['GET', '/versions'],
    ['GET', '/decisions'],
  ] as const) {
    const body = method === 'PUT' ? { name: 'x' } : undefined
    expect(await ask(method, `${path}/absent${rest}`, body)).toEqual([404, { message }])
  }
  expect(await ask('POST', path, { identifier: 'a b', name: 'Bad' })).toEqual([
    400,
    {
      message: 'Input payload validation failed',
      errors: {
        identifier: String.raw`String should match pattern '^[a-zA-Z0-9\-._~]+$' [input: a b]`,
      },
    },
  ])
})

it('coverage of a control in an organization without environments is zero of zero', async () => {
  await ask('POST', path, { identifier: 'TF-2', name: 'Scan' })
  const [status, body] = await ask('GET', `${path}/TF-2/coverage`)
  expect([status, body.environments]).toEqual([200, []])
  expect(body).toMatchObject({ total: 0, covered: 0, coverage_percent: 0, total_count: 0 })
})
