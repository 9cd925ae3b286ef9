import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { countRows } from '#server/testing/rows.ts'

let app: TestApp
let name: string
let count = 0
beforeAll(async () => {
  app = await startTestApp()
  for (const [name, type] of [
    ['east', 'K8S'],
    ['west', 'ECS'],
    ['nest', 'logical'],
    ['gone', 'K8S'],
  ]) {
    await app.call('PUT', '/environments/acme', { json: { name, type } })
  }
  await app.call('PUT', '/environments/acme/gone/archive')
})
afterAll(() => app.close())
beforeEach(async () => {
  name = `place-${(count += 1)}`
  const json = { name, type: 'logical', description: 'First', included_environments: ['east'] }
  await app.call('PUT', '/environments/acme', { json })
})

const send = (method: string, path: string, json?: unknown, match?: string) =>
  app.call(method, path, { json, headers: match === undefined ? {} : { 'if-match': match } })
const change = (json: object, match?: string) =>
  send('PATCH', `/environments/acme/${name}`, json, match)
const read = async (of = name) => {
  const { status, body, headers } = await app.call('GET', `/environments/acme/${of}`)
  return { status, body, etag: String(headers['etag']) }
}
const tag = (json: object, type = 'environment') =>
  send('PATCH', `/tags/acme/${type}/${name}`, json)
const kinds = async (of: string) =>
  (
    await app.query<{ kind: string }>(
      `select kind from record where subject ->> 'environment_name' = $1 order by id`,
      [of],
    )
  ).map(({ kind }) => kind)

describe('PATCH', () => {
  it('changes the given fields, and keeps the others', async () => {
    expect((await change({ include_scaling: true })).body).toBe('OK')
    expect((await read()).body).toMatchObject({ description: 'First', include_scaling: true })
    await change({ description: null, included_environments: ['west', 'east'] })
    expect((await read()).body).toMatchObject({
      description: 'First',
      included_environments: ['east', 'west'],
    })
  })

  it('clears the description with an empty one', async () => {
    await change({ description: '' })
    expect((await read()).body.description).toBe('')
  })

  it('appends no audit entry when it changes nothing', async () => {
    const before = await countRows(app)
    await change({ description: 'First', included_environments: ['east'] })
    await change({})
    expect(await countRows(app)).toEqual(before)
  })

  it.each([
    [{ name: 'other' }, 400, 'name'],
    [{ type: 'K8S' }, 400, 'type'],
    [{ description: 7 }, 400, 'description'],
    [{ included_environments: 'east' }, 400, 'included_environments'],
    [{ included_environments: ['nest'] }, 400, 'included_environments'],
    [{ included_environments: ['nowhere'] }, 404, null],
    [{ included_environments: ['gone'] }, 404, null],
  ])('refuses %j with %i', async (json, status, field) => {
    const before = await read()
    const answer = await change(json)
    expect(answer.status).toBe(status)
    if (field) expect(Object.keys(answer.body.errors)).toEqual([field])
    expect(await read()).toEqual(before)
  })

  it('takes members away one by one, down to none', async () => {
    await change({ included_environments: [] })
    expect((await read()).body.included_environments).toEqual([])
  })
})

describe('join', () => {
  const join = (physical_env_name: unknown, to = name) =>
    send('PUT', `/environments/acme/${to}/join`, { physical_env_name })

  it('includes a physical environment; repeating is fine', async () => {
    expect([(await join('west')).status, (await join('west')).status]).toEqual([200, 200])
    expect((await read()).body.included_environments).toEqual(['east', 'west'])
    expect(await kinds(name)).toEqual(['environment_created', 'environment_updated'])
  })

  it.each([
    ['nowhere', 404, "Environment named 'nowhere' does not exist for organization 'acme'"],
    ['gone', 404, 'Environment has been archived'],
    ['nest', 400, 'A logical environment includes physical ones only [input: nest]'],
    [undefined, 400, 'Field required'],
  ])('refuses %s with %i', async (member, status, reason) => {
    const answer = await join(member)
    expect(answer.status).toBe(status)
    expect(answer.body.errors?.physical_env_name ?? answer.body.message).toBe(reason)
  })

  it('refuses to join into a physical or an unknown one', async () => {
    expect((await join('west', 'east')).status).toBe(400)
    expect((await join('west', 'nowhere')).status).toBe(404)
  })
})

describe('rename', () => {
  const rename = (new_name: string, of = name) =>
    send('PUT', `/environments/acme/${of}/rename`, { new_name })

  it('changes the name, and keeps the members and the tags', async () => {
    await tag({ set_tags: { tier: 'one' } })
    expect((await rename(`${name}-new`)).status).toBe(200)
    expect((await read(`${name}-new`)).body).toMatchObject({
      tags: { tier: 'one' },
      included_environments: ['east'],
    })
    expect((await read()).status).toBe(404)
    expect((await kinds(name)).at(-1)).toBe('environment_renamed')
  })

  it.each(['east', 'gone'])('refuses %s, which is in use', async (taken) => {
    const { status, body } = await rename(taken)
    expect([status, body.message]).toEqual([
      400,
      `Environment named '${taken}' already exists for organization 'acme'`,
    ])
  })

  it('refuses a bad name and an unknown environment', async () => {
    const { status, body } = await rename('new illegal name')
    expect([status, body.errors.new_name]).toEqual([
      400,
      "String should match pattern '^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_]*$' [input: new illegal name]",
    ])
    expect((await rename('fine', 'nowhere')).status).toBe(404)
  })
})

describe('tags', () => {
  it.each(['env', 'environment', 'environments'])('are set and removed by %s', async (type) => {
    await tag({ set_tags: { team: 'core', tier: '1' } }, type)
    await tag({ set_tags: { tier: '2' }, remove_tags: ['team', 'absent'] }, type)
    expect((await read()).body.tags).toEqual({ tier: '2' })
    expect((await kinds(name)).slice(1)).toEqual([
      'environment_tags_changed',
      'environment_tags_changed',
    ])
  })

  it.each([{ 'no spaces': 'x' }, { a: 7 }])('refuses %j and changes nothing', async (set_tags) => {
    expect((await tag({ set_tags: { fine: 'x', ...set_tags } })).status).toBe(400)
    expect((await read()).body.tags).toEqual({})
  })
})

describe('If-Match', () => {
  it('accepts a change that read the newest settings, whatever was reported since', async () => {
    const { etag } = await read('east')
    await app.query(`update environment_state set last_reported_at = 1.5, state = true
      where environment_id = (select id from environment where name = 'east')`)
    const { body, etag: later } = await read('east')
    expect([body.last_reported_at, body.state, later]).toEqual([1.5, true, etag])
    const path = '/environments/acme/east'
    expect((await send('PATCH', path, { description: 'Later' }, etag)).status).toBe(200)
    expect((await send('PATCH', path, { description: 'Again' }, etag)).status).toBe(412)
  })

  it('with a stale tag is 412 with the current environment, and changes nothing', async () => {
    const { etag } = await read()
    await change({ description: 'Second' })
    const now = await read()
    for (const [method, path, json] of [
      ['PUT', '/environments/acme', { name, type: 'logical', description: 'Third' }],
      ['PATCH', `/environments/acme/${name}`, { description: 'Third' }],
      ['PUT', `/environments/acme/${name}/rename`, { new_name: `${name}-new` }],
      ['PUT', `/environments/acme/${name}/join`, { physical_env_name: 'west' }],
      ['PUT', `/environments/acme/${name}/archive`, null],
      ['PATCH', `/tags/acme/env/${name}`, { set_tags: { a: 'b' } }],
    ] as const) {
      const { status, body } = await send(method, path, json, etag)
      expect([status, body.current], path).toEqual([412, now.body])
    }
    expect(await read()).toEqual(now)
  })
})
