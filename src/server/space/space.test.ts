import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Space } from '#contract/space/space.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { policyClient, provenanceYaml } from '#server/testing/policies.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  for (const name of ['api', 'web', 'lost'])
    await app.call('PUT', '/flows/acme', { json: { name } })
  for (const name of ['prod', 'stage', 'gone']) {
    await app.call('PUT', '/environments/acme', { json: { name, type: 'K8S' } })
  }
  await app.call('PUT', '/flows/acme/lost/archive', { json: null })
  await app.call('PUT', '/environments/acme/gone/archive', { json: null })
})
afterAll(() => app.close())

const spaces = '/cairn/acme/spaces'
const create = (name: unknown, parent_id?: string | null) =>
  app.call('POST', spaces, { json: { name, ...(parent_id !== undefined && { parent_id }) } })
const make = async (name: string, parent_id?: string) => {
  const { status, body } = await create(name, parent_id)
  expect(status).toBe(201)
  return (body as Space).id
}
const change = (id: string, json: object) => app.call('PATCH', `${spaces}/${id}`, { json })
const contents = (method: 'POST' | 'DELETE', id: string, json: object) =>
  app.call(method, `${spaces}/${id}/contents`, { json })
const paths = async () => {
  const { body } = await app.call('GET', spaces, { key: 'reader' })
  return (body as Space[]).map(({ path }) => path.join('/'))
}
const inSpaces = async (...ids: string[]) => {
  const query = ids.map((id) => `space_id=${id}`).join('&')
  const { body: environments } = await app.call('GET', `/environments/acme?${query}`)
  const { body: summaries } = await app.call('GET', `/cairn/acme/environments?${query}`)
  const { body: flows } = await app.call('GET', `/cairn/acme/flows?${query}`)
  const named = (list: { name: string }[]) => list.map(({ name }) => name)
  expect(named(summaries.data)).toEqual(named(environments.environments))
  expect(environments.total_count).toBe(environments.environments.length)
  return [named(flows.data), named(environments.environments)]
}
const records = async () =>
  (
    await app.query<{ n: number }>("select count(*)::int n from record where kind like 'space_%'")
  )[0]?.n

describe('the tree', () => {
  it('is made, renamed, moved and deleted, each with an audit entry', async () => {
    const a = await make('Payments')
    const b = await make('EU cards', a)
    const c = await make('Platform')
    expect(await paths()).toEqual(['Payments', 'Payments/EU cards', 'Platform'])
    const moved = await change(b, { name: 'Cards', parent_id: c })
    expect(moved.body).toMatchObject({ id: b, path: ['Platform', 'Cards'], created_by: 'member' })
    expect((await change(b, { parent_id: null })).body.path).toEqual(['Cards'])
    expect((await change(b, { name: 'Cards' })).body.parent_id).toBeNull()
    expect(await records()).toBe(5)
    for (const id of [a, b, c]) {
      expect((await app.call('DELETE', `${spaces}/${id}`)).body).toBe('OK')
    }
    expect(await paths()).toEqual([])
    expect((await app.call('DELETE', `${spaces}/${a}`)).status).toBe(404)
  })

  it.each([
    ['', 'pattern'],
    [' padded', 'pattern'],
    ['a/b', 'pattern'],
    ['two\nlines', 'pattern'],
    ['x'.repeat(256), 'at most 255'],
    [7, 'valid string'],
    [undefined, 'Field required'],
  ])('takes no space that is called %j', async (name, reason) => {
    const { status, body } = await create(name)
    expect([status, Object.keys(body.errors)]).toEqual([400, ['name']])
    expect(body.errors.name).toContain(reason)
  })

  it.each(['x', 'Zahlungen (EU) – 支払い', "'; drop table space; --", '..', '<b>bold'])(
    'takes one that is called %s',
    async (name) => {
      const id = await make(name)
      expect((await app.call('GET', `${spaces}/${id}`)).body.name).toBe(name)
      await app.call('DELETE', `${spaces}/${id}`)
    },
  )

  it('refuses cycles, too much depth, taken names, and unknown spaces', async () => {
    const line = [await make('1')]
    for (let depth = 2; depth <= 8; depth++) line.push(await make(String(depth), line.at(-1)))
    const [top = '', second = ''] = line
    const bottom = line.at(-1) ?? ''
    expect((await create('9', bottom)).body.errors.parent_id).toMatch(/at most 8 deep/)
    expect((await change(top, { parent_id: bottom })).body.errors.parent_id).toMatch(/in itself/)
    expect((await change(top, { parent_id: top })).status).toBe(400)
    const other = await make('other')
    expect((await change(top, { parent_id: other })).body.errors.parent_id).toMatch(/deep/)
    expect((await create('other')).body.message).toBe("Space named 'other' already exists there")
    expect((await create('other', top)).status).toBe(201)
    expect((await change(second, { parent_id: null, name: 'other' })).status).toBe(400)
    for (const answer of [
      await create('x', 'unknown'),
      await change('unknown', { name: 'x' }),
      await change(top, { parent_id: 'unknown' }),
      await app.call('GET', `${spaces}/unknown`),
      await contents('POST', 'unknown', {}),
    ]) {
      expect(answer.status).toBe(404)
      expect(answer.body.message).toBe("Space 'unknown' does not exist in organization 'acme'")
    }
    const full = await app.call('DELETE', `${spaces}/${top}`)
    expect([full.status, full.body.code, full.body.message]).toEqual([
      400,
      'not_empty',
      "Space '1' is not empty: it holds space '2'",
    ])
  })

  it('stays a tree when spaces move into each other concurrently', async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = [await make(`a${round}`), await make(`b${round}`)]
      const moves = await Promise.all([change(a, { parent_id: b }), change(b, { parent_id: a })])
      expect(moves.map(({ status }) => status).sort()).toEqual([200, 400])
    }
    const twins = await Promise.all(Array.from({ length: 5 }, () => create('twin')))
    expect(twins.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400])
  })
})

describe('the contents of a space', () => {
  it('are moved in, counted, listed with those below, and moved out', async () => {
    const top = await make('shop')
    const below = await make('eu', top)
    const aside = await make('aside')
    const before = await records()
    expect((await contents('POST', top, { flows: ['api'], environments: ['prod'] })).body).toBe(
      'OK',
    )
    await contents('POST', below, { flows: ['web'], environments: ['stage', 'stage'] })
    await contents('POST', below, { flows: ['web'] })
    await contents('POST', below, {})
    expect(await records()).toBe((before ?? 0) + 2)
    expect(await inSpaces(top)).toEqual([
      ['api', 'web'],
      ['prod', 'stage'],
    ])
    expect(await inSpaces(below)).toEqual([['web'], ['stage']])
    for (const list of ['flows', 'environments']) {
      const { data } = (await app.call('GET', `/cairn/acme/${list}`, { key: 'reader' })).body
      const spaceOf = data.map((one: Record<string, unknown>) => [one['name'], one['space_id']])
      const [first, second] = list === 'flows' ? ['api', 'web'] : ['prod', 'stage']
      expect(spaceOf).toEqual([
        [first, top],
        [second, below],
      ])
    }
    expect(await inSpaces(aside, below, 'unknown')).toEqual([['web'], ['stage']])
    expect(await inSpaces(aside)).toEqual([[], []])
    expect((await app.call('GET', `${spaces}/${top}`)).body).toMatchObject({
      flow_count: 2,
      environment_count: 2,
      flows: ['api'],
      environments: ['prod'],
    })
    await contents('POST', aside, { flows: ['web'] })
    await contents('DELETE', below, { flows: ['web'], environments: ['stage'] })
    expect(await inSpaces(top)).toEqual([['api'], ['prod']])
    expect(await inSpaces(aside)).toEqual([['web'], []])
    const refused = await app.call('DELETE', `${spaces}/${aside}`)
    expect(refused.body.message).toBe("Space 'aside' is not empty: it holds flow 'web'")
  })

  it('are counted where they are non-compliant, as the list filters them', async () => {
    const top = await make('bank')
    const below = await make('cards', top)
    const report = environmentReporter(app)
    const { policy, attach } = policyClient(app)
    await policy('origin', provenanceYaml)
    for (const name of ['risk', 'core']) {
      await report.environment(name)
      await attach(name, 'origin')
      await report.run(name, { [`unknown-${name}`]: 1 })
    }
    await contents('POST', below, { environments: ['risk'] })
    await contents('POST', top, { environments: ['core', 'prod'] })
    const counts = async (id: string) => {
      const { body } = await app.call('GET', `${spaces}/${id}`, { key: 'reader' })
      const query = `space_id=${id}&standing=non_compliant`
      const listed = await app.call('GET', `/cairn/acme/environments?${query}`)
      return [body.non_compliant_count, listed.body.pagination.total, body.environment_count]
    }
    expect(await counts(top)).toEqual([2, 2, 3])
    expect(await counts(below)).toEqual([1, 1, 1])
    // What failed when it was last seen is stale.
    await app.query(`update environment_state set heard_at = 0 where environment_id in
      (select id from environment where name = 'risk')`)
    expect(await counts(top)).toEqual([1, 1, 3])
    expect(await counts(below)).toEqual([0, 0, 1])
  })

  it('must be known and active, or nothing is moved', async () => {
    const id = await make('picky')
    for (const [json, message] of [
      [{ flows: ['api', 'nope'] }, "Flow named 'nope' does not exist for organization 'acme'"],
      [{ flows: ['api', 'lost'] }, 'Flow has been archived'],
      [{ flows: ['api'], environments: ['gone'] }, 'Environment has been archived'],
      [
        { environments: ['nope'] },
        "Environment named 'nope' does not exist for organization 'acme'",
      ],
    ] as const) {
      const answer = await contents('POST', id, json)
      expect([answer.status, answer.body.message]).toEqual([404, message])
    }
    expect(await inSpaces(id)).toEqual([[], []])
    expect((await contents('POST', id, { flows: 'api' })).body.errors).toHaveProperty('flows')
  })

  it('leave a deleted space once they are archived', async () => {
    const id = await make('short')
    await app.call('PUT', '/flows/acme', { json: { name: 'brief' } })
    await contents('POST', id, { flows: ['brief'] })
    await app.call('PUT', '/flows/acme/brief/archive', { json: null })
    expect((await app.call('GET', `${spaces}/${id}`)).body.flow_count).toBe(0)
    expect((await app.call('DELETE', `${spaces}/${id}`)).status).toBe(200)
    expect((await app.call('PUT', '/flows/acme', { json: { name: 'brief' } })).status).toBe(200)
  })

  it('keep their space or position while both change concurrently', async () => {
    const id = await make('racy')
    const [put, removed] = await Promise.all([
      contents('POST', id, { flows: ['api'] }),
      app.call('DELETE', `${spaces}/${id}`),
    ])
    expect([put.status, removed.status]).toSatisfy(
      ([a, b]) => (a === 200 && b === 400) || (a === 404 && b === 200),
    )
  })

  it('are invisible to other organizations', async () => {
    const id = await make('ours')
    const foreign = await app.call('POST', '/cairn/globex/spaces', {
      key: 'outsider',
      json: { name: 'theirs', parent_id: id },
    })
    expect(foreign.status).toBe(404)
    const { status } = await app.call('GET', `/cairn/globex/spaces/${id}`, { key: 'outsider' })
    expect(status).toBe(404)
  })
})
