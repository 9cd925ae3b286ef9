import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { countRows } from '#server/testing/rows.ts'

let app: TestApp
let now = 1_800_000_000
let count = 0
let id: string
beforeAll(async () => void (app = await startTestApp({ clock: () => (now += 1) })))
afterAll(() => app.close())
beforeEach(async () => {
  id = `RCTL-${(count += 1)}`
  await create({ identifier: id, name: 'Review', description: 'By another', links: wiki })
})

const wiki = { wiki: 'https://wiki.example.com/review', book: 'https://book.example.com' }
const as = (key: string, method: string, path: string, json?: unknown, ifMatch?: string) =>
  app.call(method, `/controls/acme${path}`, {
    key,
    ...(json !== undefined && { json }),
    headers: ifMatch === undefined ? {} : { 'if-match': ifMatch },
  })
const create = (json: object, key = 'admin') => as(key, 'POST', '', json)
const change = (json: object, ifMatch?: string) => as('admin', 'PUT', `/${id}`, json, ifMatch)
const turn = (word: 'archive' | 'unarchive') => as('admin', 'POST', `/${id}/${word}`)
const read = async (path = `/${id}`) => {
  const { status, body, headers } = await as('reader', 'GET', path)
  return { status, body, etag: String(headers['etag']) }
}
const unknown = { message: "Control 'nope' does not exist in organization 'acme'" }

describe('creating', () => {
  it('answers the control, as reading does', async () => {
    const answer = await create({ identifier: 'a.B_c~1', name: 'Ä review', description: null })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      identifier: 'a.B_c~1',
      name: 'Ä review',
      version: 1,
      archived: false,
      created_by: 'admin',
      created_at: expect.any(Number),
      tags: {},
      links: {},
      policies_referencing: [],
    })
    expect((await read('/a.B_c~1')).body).toEqual(answer.body)
    expect((await read()).body).toMatchObject({ description: 'By another', links: wiki })
  })

  it('is refused with 409 for an identifier that is taken, by an archived one too', async () => {
    await turn('archive')
    const before = await countRows(app)
    const answer = await create({ identifier: id, name: 'Other' })
    const message = `A control with identifier '${id}' already exists in organization 'acme'`
    expect([answer.status, answer.body]).toEqual([409, { message, code: 'already_exists' }])
    expect(await countRows(app)).toEqual(before)
  })

  it('of one identifier concurrently succeeds once', async () => {
    const same = { identifier: 'at-once', name: 'Same' }
    const answers = await Promise.all([create(same), create(same), create(same)])
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409])
  })

  const pattern = String.raw`String should match pattern '^[a-zA-Z0-9\-._~]+$'`
  const first = 'The first character must be a letter or a digit'
  it.each([
    [{ identifier: 'a b' }, 'identifier', `${pattern} [input: a b]`],
    [{ identifier: '' }, 'identifier', `${pattern} [input: ]`],
    [{ identifier: '-a' }, 'identifier', `${first} [input: -a]`],
    [{ identifier: 'x'.repeat(256) }, 'identifier', 'String should have at most 255 characters'],
    [{ identifier: undefined }, 'identifier', 'Field required'],
    [{ identifier: 7 }, 'identifier', 'Input should be a valid string [input: 7]'],
    [{ name: undefined }, 'name', 'Field required'],
    [{ name: '' }, 'name', 'String should have at least 1 characters'],
    [{ name: 'a\0' }, 'name', 'Text may not hold U+0000'],
    [{ description: 7 }, 'description', 'Input should be a valid string [input: 7]'],
    [{ links: ['x'] }, 'links', 'Input should be a valid object'],
    [{ links: { a: 'javascript:alert(1)' } }, 'links.a', 'Input should be a valid URL'],
    [{ links: { '': 'https://x.example' } }, 'links.', 'String should have at least 1 characters'],
    [{ holder: 'me' }, 'holder', 'Extra inputs are not permitted [input: me]'],
  ])('refuses %j', async (fields, field, reason) => {
    const before = await countRows(app)
    const { status, body } = await create({ identifier: 'bad', name: 'Bad', ...fields })
    expect(status).toBe(400)
    expect(Object.keys(body.errors)).toEqual([field])
    expect(body.errors[field]).toContain(reason)
    expect(await countRows(app)).toEqual(before)
  })

  it.each(['member', 'snapshotter', 'reader'])('is not for a %s', async (key) => {
    const { status, body } = await create({ identifier: 'mine', name: 'Mine' }, key)
    expect([status, body.required_role]).toEqual([403, 'admin'])
  })
})

describe('changing', () => {
  it('keeps absent fields, replaces all links, and makes a version', async () => {
    const { status, body } = await change({ links: { log: 'https://log.example.com' } })
    expect(status).toBe(200)
    expect(body).toMatchObject({ version: 2, name: 'Review', description: 'By another' })
    expect(body.links).toEqual({ log: 'https://log.example.com' })
    expect((await change({ name: 'Four eyes', description: '' })).body).toMatchObject({
      version: 3,
      name: 'Four eyes',
    })
    expect((await read()).body).not.toHaveProperty('description')
  })

  it('without a difference leaves no trace', async () => {
    const before = await countRows(app)
    const { wiki: page, book } = wiki
    const same = { name: 'Review', description: null, links: { book, wiki: page } }
    for (const json of [{}, same]) expect((await change(json)).body.version).toBe(1)
    expect(await countRows(app)).toEqual(before)
  })

  it('is refused of an archived control', async () => {
    await turn('archive')
    const { status, body } = await change({ name: 'Other' })
    expect([status, body]).toEqual([
      400,
      { message: 'Control has been archived', code: 'control_archived' },
    ])
  })

  it('with a stale version is refused', async () => {
    const { etag } = await read()
    expect((await change({ name: 'First' }, etag)).status).toBe(200)
    const { status, body } = await change({ name: 'Second' }, etag)
    expect([status, body.current.name]).toEqual([412, 'First'])
    expect((await read()).body.version).toBe(2)
  })

  it.each([
    [{ identifier: 'other' }, 'identifier'],
    [{ name: '' }, 'name'],
    [{ links: { a: 'b' } }, 'links.a'],
  ])('refuses %j', async (json, field) => {
    const { status, body } = await change(json)
    expect([status, Object.keys(body.errors)]).toEqual([400, [field]])
    expect((await read()).body.version).toBe(1)
  })
})

describe('archiving', () => {
  it('and restoring make a version each; repeating is fine', async () => {
    for (const word of ['archive', 'archive', 'unarchive', 'unarchive'] as const) {
      const { status, body } = await turn(word)
      expect([status, body]).toEqual([200, 'OK'])
    }
    const { body } = await read(`/${id}/versions`)
    expect(body).toMatchObject({ page: 1, per_page: 15, total_pages: 1, total_count: 3 })
    const at = expect.any(Number)
    const fixed = { name: 'Review', description: 'By another', links: wiki, created_by: 'admin' }
    expect(body.versions).toEqual([
      { version: 3, event: 'unarchived', ...fixed, timestamp: at },
      { version: 2, event: 'archived', ...fixed, timestamp: at },
      { version: 1, event: 'created', ...fixed, timestamp: at },
    ])
    expect((await read(`/${id}/versions?page=2&per_page=2`)).body.versions).toMatchObject([
      { version: 1 },
    ])
    const kinds = await app.query(
      `select kind from record where subject ->> 'control' = $1 order by id`,
      [id],
    )
    expect(kinds.map(({ kind }) => kind)).toEqual([
      'control_created',
      'control_archived',
      'control_unarchived',
    ])
  })
})

it.each([
  ['GET', '/nope'],
  ['PUT', '/nope', {}],
  ['POST', '/nope/archive'],
  ['POST', '/nope/unarchive'],
  ['GET', '/nope/versions'],
  ['GET', '/nope/decisions'],
  ['GET', '/nope/decisions/x'],
])('%s %s is 404', async (method, path, json?: object) => {
  const { status, body } = await as('admin', method, path, json)
  expect([status, body]).toEqual([404, unknown])
})

describe('tags', () => {
  const tag = (json: object, of = id, key = 'admin', type = 'control') =>
    app.call('PATCH', `/tags/acme/${type}/${of}`, { key, json })

  it('are changed by differences, without a version', async () => {
    await tag({ set_tags: { framework: 'soc2', tier: '1' } })
    await tag({ remove_tags: ['tier'] }, id, 'admin', 'controls')
    expect((await read()).body).toMatchObject({ tags: { framework: 'soc2' }, version: 1 })
  })

  it('of an unknown control are 404, with quotes around the message', async () => {
    const { status, body } = await tag({ set_tags: { a: 'b' } }, 'nope')
    expect([status, body]).toEqual([404, { message: `"${unknown.message}"` }])
  })

  it('are changed by administrators only', async () => {
    const { status, body } = await tag({ set_tags: { a: 'b' } }, id, 'member')
    expect([status, body.required_role]).toEqual([403, 'admin'])
    expect((await read()).body.tags).toEqual({})
  })
})
