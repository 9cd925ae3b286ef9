import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { reporter } from '#server/testing/reporter.ts'

let app: TestApp
let report: ReturnType<typeof reporter>
let count = 0
let name: string
beforeAll(async () => {
  app = await startTestApp()
  report = reporter(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  name = `flow-${(count += 1)}`
  await report.flow(name, undefined, { description: 'As it was' })
})

const put = (path: string, json?: object) => app.call('PUT', path, json ? { json } : {})
const get = (flow: string) => app.call('GET', `/flows/acme/${flow}`)
const names = async () =>
  (await app.call('GET', '/flows/acme')).body.map((flow: { name: string }) => flow.name)

describe('rename', () => {
  it('keeps the flow with its trails under the new name, and frees the old one', async () => {
    await report.begin(name, 'run')
    const { body: before } = await get(name)
    expect(await put(`/flows/acme/${name}/rename`, { new_name: `${name}.new` })).toMatchObject({
      status: 200,
      body: 'OK',
    })
    expect((await get(`${name}.new`)).body).toMatchObject({
      id: before.id,
      description: 'As it was',
    })
    expect((await get(name)).status).toBe(404)
    const trail = await app.call('GET', `/trails/acme/${name}.new/run`)
    expect(trail.body.name).toBe('run')
  })

  it('to the same name succeeds', async () => {
    expect((await put(`/flows/acme/${name}/rename`, { new_name: name })).status).toBe(200)
  })

  it('to a name in use is refused, an archived one too', async () => {
    await report.flow(`${name}-taken`)
    await put(`/flows/acme/${name}-taken/archive`)
    const { status, body } = await put(`/flows/acme/${name}/rename`, { new_name: `${name}-taken` })
    expect(status).toBe(400)
    expect(body.message).toBe(`Flow named '${name}-taken' already exists for organization 'acme'`)
    expect((await get(name)).status).toBe(200)
  })

  it.each([
    [{}, 'Field required'],
    [
      { new_name: 'new illegal name' },
      "String should match pattern '^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_~]*$' [input: new illegal name]",
    ],
    [{ new_name: 'template_file' }, 'The name is reserved [input: template_file]'],
    [{ new_name: 7 }, 'Input should be a valid string [input: 7]'],
  ])('to %j is refused', async (json, text) => {
    const { status, body } = await put(`/flows/acme/${name}/rename`, json)
    expect(status).toBe(400)
    expect(body.errors.new_name).toBe(text)
  })

  it('of an unknown flow is 404', async () => {
    const { status, body } = await put('/flows/acme/absent/rename', { new_name: 'x' })
    expect([status, body.message]).toEqual([
      404,
      "Flow named 'absent' does not exist for organization 'acme'",
    ])
  })

  it('by many concurrent calls to one name succeeds once', async () => {
    const others = Array.from({ length: 5 }, (_, index) => `${name}-${index}`)
    for (const other of others) await report.flow(other)
    const answers = await Promise.all(
      others.map((other) => put(`/flows/acme/${other}/rename`, { new_name: `${name}-won` })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400])
  })
})

describe('archive', () => {
  it('takes a flow off the lists and refuses writes to it', async () => {
    await report.begin(name, 'run')
    await report.generic(name, 'run', { attestation_name: 'a' })
    expect((await app.call('PUT', `/flows/acme/${name}/archive`)).body).toBe('OK')
    expect(await names()).not.toContain(name)
    for (const path of [
      `/flows/acme/${name}`,
      `/trails/acme/${name}/run`,
      `/attestations/acme/${name}`,
    ]) {
      const { status, body } = await app.call('GET', path)
      expect([status, body.message], path).toEqual([404, 'Flow has been archived'])
    }
    const refused = await report.begin(name, 'other')
    expect([refused.status, refused.body.message]).toEqual([404, 'Flow has been archived'])
    const evidence = await report.generic(name, 'run', { attestation_name: 'b' })
    expect([evidence.status, evidence.body.message]).toEqual([404, 'Flow has been archived'])
    const { body } = await app.call('GET', `/attestations/acme?flow_name=${name}`)
    expect(body.data).toMatchObject([{ attestation_name: 'a', flow_archived: true }])
  })

  it('may be repeated, with a null body too', async () => {
    const nothing = { raw: { type: 'application/json', content: 'null' } }
    for (const request of [{}, nothing]) {
      expect((await app.call('PUT', `/flows/acme/${name}/archive`, request)).status).toBe(200)
    }
  })

  it('ends with a PUT of the name, history included', async () => {
    await report.begin(name, 'run')
    await put(`/flows/acme/${name}/archive`)
    expect((await report.flow(name)).status).toBe(200)
    expect((await app.call('GET', `/trails/acme/${name}/run`)).status).toBe(200)
    expect((await get(name)).body.description).toBe('As it was')
  })
})

describe('tags', () => {
  const tag = (json: unknown, type = 'flow', id = name) =>
    app.call('PATCH', `/tags/acme/${type}/${id}`, { json })
  const tags = async () => (await get(name)).body.tags

  it('are changed by differences: set first, then remove', async () => {
    expect((await tag({ set_tags: { tier: 'prod', team: 'core' } })).body).toBe('OK')
    await tag({ set_tags: { tier: 'test', gone: 'x' }, remove_tags: ['gone', 'absent'] }, 'flows')
    expect(await tags()).toEqual({ tier: 'test', team: 'core' })
    expect((await tag({ set_tags: null, remove_tags: null })).status).toBe(200)
    expect(await tags()).toEqual({ tier: 'test', team: 'core' })
  })

  it('find flows by key or by key and value, all of them at once', async () => {
    const key = `found-${name}`
    await tag({ set_tags: { [key]: 'a:b', team: 'core' } })
    const found = async (query: string) =>
      (await app.call('GET', `/cairn/acme/flows?${query}`)).body.data.map(
        (flow: { name: string }) => flow.name,
      )
    expect(await found(`tag=${key}`)).toEqual([name])
    expect(await found(`tag=${key}:a:b`)).toEqual([name])
    expect(await found(`tag=${key}:a:b&tag=team:core`)).toEqual([name])
    expect(await found(`tag=${key}&tag=team:other`)).toEqual([])
    expect(await found(`tag=${key}:a`)).toEqual([])
    expect(await found(`tag=${key}&tag=:x`)).toEqual([])
  })

  it('find trails', async () => {
    await tag({ set_tags: { [`only-${name}`]: 'yes' } })
    await report.begin(name, 'run')
    const { body } = await app.call('GET', `/trails/acme?flow_tag=only-${name}%3Dyes`)
    expect(body.data.map((trail: { flow_name: string }) => trail.flow_name)).toEqual([name])
  })

  it.each([
    [{ set_tags: { '-bad': 'x' } }, 'set_tags.-bad', 'String should match pattern'],
    [{ set_tags: { a: 1 } }, 'set_tags.a', 'Input should be a valid string [input: 1]'],
    [{ set_tags: ['a'] }, 'set_tags', 'Input should be a valid object'],
    [{ remove_tags: 'a' }, 'remove_tags', 'Input should be a valid list [input: a]'],
  ])('%j is refused and changes nothing', async (json, field, text) => {
    await tag({ set_tags: { kept: 'yes' } })
    const { status, body } = await tag({ remove_tags: ['kept'], ...json })
    expect(status).toBe(400)
    expect(body.errors[field]).toContain(text)
    expect(await tags()).toEqual({ kept: 'yes' })
  })

  it('of unknown flows and trails are refused', async () => {
    expect((await tag({ set_tags: { a: 'b' } }, 'flow', 'absent')).status).toBe(404)
    expect((await tag({ set_tags: { a: 'b' } }, 'planet')).status).toBe(400)
  })
})
