import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settingDefaults } from '#contract/organization/organization-settings.ts'
import { startTestApp, type TestApp, type TestRequest } from '#server/testing/app.ts'
import { dataForm } from '#server/testing/multipart.ts'
import { policyForm, policyYaml } from '#server/testing/policies.ts'
import { reporter } from '#server/testing/reporter.ts'

let app: TestApp
let notification: string
let view: string
beforeAll(async () => {
  app = await startTestApp()
  const report = reporter(app)
  await report.flow('kept')
  await report.control('kept')
  for (const name of ['kept', 'east', 'west']) {
    await app.call('PUT', '/environments/acme', { json: { name, type: 'server' } })
  }
  await app.call('PUT', '/environments/acme', { json: { name: 'all', type: 'logical' } })
  await app.call('PUT', '/policies/acme', { form: policyForm({ name: 'kept' }, policyYaml()) })
  const account = { name: 'kept', privilege: 'reader' }
  await app.call('POST', '/service-accounts/acme', { json: account })
  await app.call('POST', '/custom-attestation-types/acme', { form: dataForm({ name: 'kept' }) })
  const made = await app.call('POST', '/cairn/acme/notifications', { json: rule('First') })
  notification = `/cairn/acme/notifications/${made.body.number}`
  const shared = await app.call('POST', '/cairn/acme/views', { json: viewed('First') })
  view = `/cairn/acme/views/${shared.body.id}`
})
afterAll(() => app.close())

const rule = (name: string) => ({
  name,
  environments: ['kept'],
  triggers: ['ON_COMPLIANT_ENV'],
  targets: [{ type: 'EMAIL', email: ['mei@acme.example'] }],
})
const viewed = (name: string) => ({ name, page: 'flows', search: '', scope: 'team' })

interface Change {
  what: string
  read: () => string
  method?: string
  write?: () => string
  send: (text: string) => TestRequest
  /** The text in the record. */
  of?: (record: Record<string, unknown>) => unknown
}

const changes: Change[] = [
  {
    what: 'flow',
    read: () => '/flows/acme/kept',
    method: 'PUT',
    write: () => '/flows/acme',
    send: (description) => ({ json: { name: 'kept', description } }),
  },
  {
    what: 'environment by PATCH',
    read: () => '/environments/acme/kept',
    send: (description) => ({ json: { description } }),
  },
  {
    what: 'environment by PUT',
    read: () => '/environments/acme/kept',
    method: 'PUT',
    write: () => '/environments/acme',
    send: (description) => ({ json: { name: 'kept', type: 'server', description } }),
  },
  {
    what: 'control',
    read: () => '/controls/acme/kept',
    method: 'PUT',
    send: (description) => ({ json: { description } }),
  },
  {
    what: 'policy',
    read: () => '/policies/acme/kept',
    method: 'PUT',
    write: () => '/policies/acme',
    send: (description) => ({
      form: policyForm({ name: 'kept', description }, `# ${description}\n${policyYaml()}`),
    }),
  },
  {
    what: 'service account',
    read: () => '/service-accounts/acme/kept',
    send: (description) => ({ json: { description } }),
  },
  {
    what: 'notification',
    read: () => notification,
    method: 'PUT',
    send: (name) => ({ json: rule(name) }),
    of: ({ name }) => name,
  },
  {
    what: 'custom type',
    read: () => '/custom-attestation-types/acme/kept',
    method: 'POST',
    write: () => '/custom-attestation-types/acme',
    send: (description) => ({ form: dataForm({ name: 'kept', description }) }),
  },
  {
    what: 'saved view',
    read: () => view,
    send: (name) => ({ json: { name } }),
    of: ({ name }) => name,
  },
  {
    what: 'setting',
    read: () => '/cairn/acme/settings/overrides',
    method: 'PUT',
    send: (text) => ({
      json: { ...settingDefaults.overrides, default_days: Number(text.at(-1)) + 1, max_days: 90 },
    }),
    of: ({ default_days }) => `change ${Number(default_days) - 1}`,
  },
]

const texts = Array.from({ length: 6 }, (_, index) => `change ${index}`)

describe.each(changes)('a $what that several change at once', (change) => {
  const { read, method = 'PATCH', write = read, send } = change
  const { of = (record: Record<string, unknown>) => record['description'] } = change
  const record = async () => {
    const { status, body, headers, text } = await app.call('GET', read(), { key: 'admin' })
    expect(status, text).toBe(200)
    return { text: of(body), etag: String(headers['etag']) }
  }
  const store = (text: string, headers: Record<string, string> = {}) =>
    app.call(method, write(), { ...send(text), headers, key: 'admin' })

  it('takes the change of one who read it, and shows the others what it is now', async () => {
    // None of them sends this text: a call that changes nothing succeeds beside the one that does.
    await store(`change ${texts.length}`)
    const { etag } = await record()
    const answers = await Promise.all(texts.map((text) => store(text, { 'if-match': etag })))
    const statuses = answers.map(({ status }) => status)
    const winner = statuses.findIndex((status) => status < 300)
    expect(statuses.toSorted()).toEqual([expect.any(Number), 412, 412, 412, 412, 412])
    expect((await record()).text).toBe(texts[winner])
    for (const { status, body } of answers) {
      if (status === 412) expect(of(body.current)).toBe(texts[winner])
    }
  })

  it('takes all changes one after the other without what was read', async () => {
    const answers = await Promise.all(texts.map((text) => store(text)))
    for (const { status, text } of answers) expect([200, 201], text).toContain(status)
    expect(texts).toContain((await record()).text)
  })
})

it.each<[string, string, string, object[]]>([
  [
    'environment',
    'PATCH',
    '/environments/acme/west',
    [{ description: 'West' }, { include_scaling: true }, { reporting_minutes: 90 }],
  ],
  [
    'control',
    'PUT',
    '/controls/acme/kept',
    [{ description: 'All' }, { name: 'Two' }, { owner: 'Mei' }],
  ],
  [
    'service account',
    'PATCH',
    '/service-accounts/acme/kept',
    [{ description: 'CI' }, { privilege: 'snapshotter' }],
  ],
])(
  'a %s keeps each of several fields that are changed at once',
  async (...[, method, path, all]) => {
    const answers = await Promise.all(
      all.map((json) => app.call(method, path, { json, key: 'admin' })),
    )
    expect(answers.map(({ status }) => status)).toEqual(all.map(() => 200))
    expect((await app.call('GET', path)).body).toMatchObject(Object.assign({}, ...all))
  },
)

it('a logical environment keeps each of several members that join at once', async () => {
  const names = ['kept', 'east', 'west']
  const answers = await Promise.all(
    names.map((physical_env_name) =>
      app.call('PUT', '/environments/acme/all/join', { json: { physical_env_name } }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const { body } = await app.call('GET', '/environments/acme/all')
  expect(body.included_environments.toSorted()).toEqual(names.toSorted())
})

it.each([
  ['flow', 'flow/kept'],
  ['environment', 'environment/kept'],
  ['control', 'control/kept'],
])('a %s keeps each of several tags that are set at once', async (_, of) => {
  const keys = ['one', 'two', 'three', 'four']
  await Promise.all(
    keys.map((key) =>
      app.call('PATCH', `/tags/acme/${of}`, { json: { set_tags: { [key]: 'x' } }, key: 'admin' }),
    ),
  )
  const [type, name] = of.split('/')
  const { body } = await app.call('GET', `/${type}s/acme/${name}`)
  expect(body.tags).toEqual(Object.fromEntries(keys.map((key) => [key, 'x'])))
})
