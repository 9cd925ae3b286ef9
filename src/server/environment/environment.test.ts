import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { environmentTypes } from '#contract/environment/environment-type.ts'
import { noQualifiers } from '#contract/verdict/qualifiers.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

let app: TestApp
beforeAll(async () => void (app = await startTestApp()))
afterAll(() => app.close())

const put = (fields: object) => app.call('PUT', '/environments/acme', { json: fields })
const read = async (name: string) => (await app.call('GET', `/environments/acme/${name}`)).body
const countEnvironments = async () =>
  (await app.query<{ count: number }>('select count(*)::int as count from environment'))[0]?.count

describe('PUT /environments/{org}', () => {
  it.each(environmentTypes)('creates an environment of type %s', async (type) => {
    const name = `of-type-${type}`
    const { status, body } = await put({ name, type })
    expect([status, body]).toEqual([201, 'OK'])
    expect(await read(name)).toEqual({
      org: 'acme',
      name,
      type,
      description: '',
      last_modified_at: expect.any(Number),
      include_scaling: false,
      require_provenance: false,
      tags: {},
      last_reported_at: null,
      stale_at: null,
      reporting_minutes: null,
      reporting:
        type === 'logical'
          ? null
          : { interval: 604_800, basis: 'assumed', usual: null, report_count: 0, span: 0 },
      last_changed_at: null,
      state: null,
      since: expect.any(Number),
      policies: [],
      included_environments: type === 'logical' ? [] : null,
      archived_at: null,
      qualifiers: noQualifiers,
      exceptions_end_at: null,
    })
  })

  it('keeps fields that a second call omits or sends as null', async () => {
    await put({ name: 'kept', type: 'K8S', description: 'First', include_scaling: true })
    expect((await put({ name: 'kept', type: 'K8S', description: null })).status).toBe(200)
    expect(await read('kept')).toMatchObject({ description: 'First', include_scaling: true })
    await put({ name: 'kept', type: 'K8S', description: '', require_provenance: true })
    expect(await read('kept')).toMatchObject({ description: '', require_provenance: true })
  })

  it('appends no audit entry when it changes nothing', async () => {
    const fields = { name: 'same', type: 'docker', description: 'Here' }
    await put(fields)
    await put(fields)
    const records = await app.query(
      `select kind from record where subject ->> 'environment_name' = 'same'`,
    )
    expect(records).toEqual([{ kind: 'environment_created' }])
  })

  it.each([
    [{ name: 'a b', type: 'K8S' }, 'name', /^String should match pattern .* \[input: a b\]$/],
    [{ name: 'tilde~', type: 'K8S' }, 'name', /^String should match pattern/],
    [{ name: 'x'.repeat(256), type: 'K8S' }, 'name', /255/],
    [{ type: 'K8S' }, 'name', /^Field required$/],
    [
      { name: 'bad', type: 'k8s' },
      'type',
      /^Input should be 'K8S', 'ECS', .*'cloud-run' or 'logical' \[input: k8s\]$/,
    ],
    [{ name: 'bad', type: 'K8S', include_scaling: 'yes' }, 'include_scaling', /boolean/],
    [{ name: 'bad', type: 'K8S', owner: 'me' }, 'owner', /./],
    [{ name: 'bad', type: 'logical', included_environments: [7] }, 'included_environments.0', /./],
  ])('refuses %j', async (json, field, reason) => {
    const before = await countEnvironments()
    const { status, body } = await put(json)
    expect([status, body.message]).toEqual([400, 'Input payload validation failed'])
    expect(body.errors[field]).toMatch(reason)
    expect(await countEnvironments()).toBe(before)
  })

  it('refuses another type for a name in use', async () => {
    await put({ name: 'typed', type: 'ECS' })
    const { status, body } = await put({ name: 'typed', type: 'K8S' })
    expect([status, body.errors.type]).toEqual([
      400,
      "The type of an environment stays 'ECS' [input: K8S]",
    ])
    expect((await read('typed')).type).toBe('ECS')
  })

  it('refuses unknown policies, and stores nothing', async () => {
    const { status, body } = await put({ name: 'held', type: 'K8S', policies: ['strict'] })
    expect([status, body.message]).toEqual([
      404,
      "Policy 'strict' does not exist in organization 'acme'",
    ])
    expect((await app.call('GET', '/environments/acme/held')).status).toBe(404)
    expect((await put({ name: 'held', type: 'K8S', policies: [] })).status).toBe(201)
  })

  it('accepts one of many concurrent creations', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => put({ name: 'raced', type: 'S3' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201])
  })
})

describe('a logical environment', () => {
  beforeAll(async () => {
    for (const name of ['east', 'west', 'gone']) await put({ name, type: 'K8S' })
    await app.call('PUT', '/environments/acme/gone/archive')
    await put({ name: 'nest', type: 'logical' })
  })

  it('includes physical ones, in name order', async () => {
    const included_environments = ['west', 'east', 'west']
    const { status } = await put({ name: 'all', type: 'logical', included_environments })
    expect(status).toBe(201)
    expect((await read('all')).included_environments).toEqual(['east', 'west'])
    await put({ name: 'all', type: 'logical', included_environments: ['east'] })
    expect((await read('all')).included_environments).toEqual(['east'])
  })

  it.each([
    ['logical', ['nest'], 400, /physical ones only \[input: nest\]/],
    ['logical', ['bad'], 400, /cannot include itself \[input: bad\]/],
    ['K8S', ['east'], 400, /Only a logical environment/],
    ['logical', ['east', 'nowhere'], 404, /^Environment named 'nowhere' does not exist/],
    ['logical', ['gone'], 404, /^Environment has been archived$/],
  ])('as %s refuses %j with %i', async (type, included_environments, status, reason) => {
    const answer = await put({ name: 'bad', type, included_environments })
    expect(answer.status).toBe(status)
    expect(answer.body.errors?.included_environments ?? answer.body.message).toMatch(reason)
    expect((await app.call('GET', '/environments/acme/bad')).status).toBe(404)
  })
})

it('reports an unknown environment', async () => {
  const { status, body } = await app.call('GET', '/environments/acme/nowhere')
  expect([status, body.message]).toEqual([
    404,
    "Environment named 'nowhere' does not exist for organization 'acme'",
  ])
})
