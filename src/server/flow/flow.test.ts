import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { dataForm } from '#server/testing/multipart.ts'
import { reporter } from '#server/testing/reporter.ts'
import { countRows } from '#server/testing/rows.ts'

let app: TestApp
let report: ReturnType<typeof reporter>
let now = 1_800_000_000
beforeAll(async () => {
  app = await startTestApp({ clock: () => (now += 1) })
  report = reporter(app)
})
afterAll(() => app.close())

const get = (path: string, key = 'reader') => app.call('GET', path, { key })
const put = (json: object) => app.call('PUT', '/flows/acme', { json })
const yaml = `version: 1
trail:
  attestations:
    - name: review
      type: pull_request
`

describe('PUT with a template file', () => {
  it('creates with defaults, then updates', async () => {
    const created = await report.flow('plain')
    expect([created.status, created.body]).toEqual([201, 'OK'])
    expect((await get('/flows/acme/plain')).body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{8}$/),
      archived_at: null,
      name: 'plain',
      description: '',
      visibility: 'private',
      org: 'acme',
      template: 'version: 1\n',
      repo_url: null,
      tags: {},
    })
    const fields = { description: 'The boiler', visibility: 'public' }
    expect((await report.flow('plain', yaml, fields)).status).toBe(200)
    expect((await get('/flows/acme/plain')).body).toMatchObject({ ...fields, template: yaml })
  })

  it('keeps omitted and null fields, and stores empty ones', async () => {
    await report.flow('kept', yaml, { description: 'old', visibility: 'public' })
    const stored = (await get('/flows/acme/kept')).body
    for (const fields of [{}, { description: null, visibility: null }]) {
      expect((await report.flow('kept', undefined, fields)).status).toBe(200)
      expect((await get('/flows/acme/kept')).body).toEqual(stored)
    }
    await report.flow('kept', undefined, { description: '' })
    expect((await get('/flows/acme/kept')).body).toEqual({ ...stored, description: '' })
    await report.flow('kept', 'version: 1')
    expect((await get('/flows/acme/kept')).body.template).toBe('version: 1')
  })

  it('leaves no trace when nothing changes', async () => {
    await report.flow('same', yaml, { description: 'd' })
    const before = await countRows(app)
    expect((await report.flow('same', yaml, { description: 'd' })).status).toBe(200)
    expect(await countRows(app)).toEqual(before)
  })

  it('accepts an empty file as version 1, and a file of any name', async () => {
    expect((await report.flow('empty', '')).status).toBe(201)
    expect((await get('/flows/acme/empty')).body.template).toBe('')
    const trail = await report.begin('empty', 'run')
    expect(trail.status).toBe(201)
  })

  it.each([
    ['a syntax error', 'version: 1\ntrail: [\n', /\(line \d+, column \d+\) \[input: .*\]$/],
    [
      'an unknown key',
      'version: 1\nextra: 2\n',
      /^extra: Extra inputs are not permitted.* \(line 2, /,
    ],
    ['another version', 'version: 2\n', /^version: Input should be 1 \[input: 2\]/],
    ['a list', '- a\n', /Input should be a valid object/],
    ['two documents', 'version: 1\n---\nversion: 1\n', /line 2/],
    ['a duplicate key', 'version: 1\nversion: 1\n', /Duplicate key 'version' \(line 2/],
    [
      'a bad name',
      'trail: {attestations: [{name: a b, type: generic}]}',
      /trail\.attestations\.0\.name/,
    ],
    ['a bad type', 'trail: {attestations: [{name: a, type: x}]}', /trail\.attestations\.0\.type/],
    ['no type', 'trail: {attestations: [{name: a}]}', /type: Field required/],
    ['a name twice', 'trail: {artifacts: [{name: a}, {name: a}]}', /Duplicate name 'a'/],
    ['an alias bomb', aliasBomb(), /line/],
    ['no end of nesting', '['.repeat(20_000), /line 1/],
    ['U+0000', 'version: 1\0', /U\+0000 is not allowed/],
    ['U+0000 by escape', 'trail: {attestations: [{name: "\\0", type: generic}]}', /U\+0000/],
    ['__proto__', '__proto__: 1', /'__proto__' is not allowed/],
    ['a tag', 'version: !!js/function "1"', /line 1/],
  ])('refuses a template with %s, and stores nothing', async (_name, template, reason) => {
    const before = await countRows(app)
    const answer = await report.flow('refused', template)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toBe('Input payload validation failed')
    expect(Object.keys(answer.body.errors)).toEqual(['template_file'])
    expect(answer.body.errors.template_file).toMatch(reason)
    expect(answer.body.errors.template_file).toMatch(/ \[input: .*\]$/s)
    expect(await countRows(app)).toEqual(before)
    const unknown = "Flow named 'refused' does not exist for organization 'acme'"
    expect((await get('/flows/acme/refused')).body).toEqual({ message: unknown })
  })

  it('refuses a template that is not UTF-8', async () => {
    const file = { part: 'template_file', name: 'x', content: Buffer.from([0xff, 0xfe, 0x41]) }
    const form = dataForm({ name: 'refused' }, file)
    const answer = await app.call('PUT', '/flows/acme/template_file', { form })
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual({
      template_file: 'File should be UTF-8 text [input: \ufffd\ufffdA]',
    })
  })
})

function aliasBomb(): string {
  const levels = Array.from({ length: 12 }, (_, n) => `&a${n + 1} [${`*a${n}, `.repeat(10)}]`)
  return `version: 1\ntrail:\n  attestations: [&a0 x, ${levels.join(', ')}]\n`
}

describe('PUT with a list of names (legacy)', () => {
  it('keeps the list as the template', async () => {
    const template = ['artifact', 'unit-test', 'scan']
    expect((await put({ name: 'legacy', template })).status).toBe(201)
    expect((await get('/flows/acme/legacy')).body.template).toEqual(template)
    expect((await put({ name: 'legacy', description: 'd' })).status).toBe(200)
    expect((await get('/flows/acme/legacy')).body.template).toEqual(template)
    expect((await put({ name: 'legacy', template: [] })).status).toBe(200)
    expect((await get('/flows/acme/legacy')).body.template).toEqual([])
  })

  it('expects each name except artifact on every artifact', async () => {
    await put({ name: 'legacy-run', template: ['artifact', 'unit-test'] })
    await report.artifact('legacy-run')
    const { compliance_status } = await report.trail('legacy-run', 'run-1')
    expect(compliance_status.status).toBe('INCOMPLETE')
    const [slot] = compliance_status.artifacts_statuses.boiler.attestations_statuses
    expect(slot).toMatchObject({ attestation_name: 'unit-test', attestation_type: '*' })
    expect(slot.status).toBe('MISSING')
  })

  it('is the same flow as with the other form', async () => {
    await put({ name: 'both', description: 'd', visibility: 'public' })
    expect((await report.flow('both', yaml)).status).toBe(200)
    const both = (await get('/flows/acme/both')).body
    expect(both).toMatchObject({ description: 'd', visibility: 'public', template: yaml })
  })
})

describe('lists', () => {
  let other: TestApp
  beforeAll(async () => {
    other = await startTestApp({ clock: () => (now += 1) })
    const { flow, begin } = reporter(other)
    for (const name of ['Beta', 'alpha', 'beta2', '100_percent', 'zeta']) await flow(name)
    await begin('zeta', 'run')
    await begin('alpha', 'run', {}, yaml)
  })
  afterAll(() => other.close())

  const names = async (query: string) => {
    const { status, body } = await other.call('GET', `/flows/acme?${query}`, { key: 'reader' })
    expect(status).toBe(200)
    return (body.data ?? body).map((flow: { name: string }) => flow.name)
  }

  it('are complete without paging, with the newest trail', async () => {
    const { body } = await other.call('GET', '/flows/acme')
    expect(Array.isArray(body)).toBe(true)
    expect(body.map((flow: { name: string }) => flow.name)).toEqual([
      '100_percent',
      'Beta',
      'alpha',
      'beta2',
      'zeta',
    ])
    expect(body[2]).toMatchObject({
      latest_state: 'INCOMPLETE',
      latest_activity_at: expect.any(Number),
    })
    expect(body[1]).toMatchObject({ latest_state: null, latest_activity_at: null, tags: {} })
  })

  it.each([
    ['page=1', 20],
    ['per_page=2', 2],
    ['page=3&per_page=2', 2],
  ])('are paged when asked: %s', async (query, per_page) => {
    const { body } = await other.call('GET', `/flows/acme?${query}`)
    const page = query.startsWith('page=3') ? 3 : 1
    const page_count = Math.ceil(5 / per_page)
    expect(body.pagination).toEqual({ total: 5, page, per_page, page_count })
    expect(body.data).toHaveLength(Math.min(5 - (page - 1) * per_page, per_page))
  })

  it.each([
    ['search_by_name=eta', ['Beta', 'beta2', 'zeta']],
    ['search_by_name=beta', ['beta2']],
    ['search_by_name=beta&case_sensitive=true', ['beta2']],
    ['search_by_name=beta&case_sensitive=false', ['Beta', 'beta2']],
    ['search_by_name=0_p', ['100_percent']],
    ['search_by_name=%25', []],
    ['search_by_name=', ['100_percent', 'Beta', 'alpha', 'beta2', 'zeta']],
    ['sort_direction=desc', ['zeta', 'beta2', 'alpha', 'Beta', '100_percent']],
    ['sort=latest_activity&sort_direction=desc', ['alpha', 'zeta', '100_percent', 'Beta', 'beta2']],
    ['sort=latest_activity', ['100_percent', 'Beta', 'beta2', 'zeta', 'alpha']],
    ['sort=latest_activity&sort_direction=desc&per_page=1&page=2', ['zeta']],
    ['search_by_name=eta&page=2&per_page=2', ['zeta']],
  ])('%s', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
  })

  it('show recent trails and trails in trouble on the dashboard', async () => {
    const { body } = await other.call('GET', '/cairn/acme/flows?verdict=INCOMPLETE')
    expect(body.data).toHaveLength(1)
    expect(body.data[0]).toMatchObject({
      name: 'alpha',
      recent_trails: [{ name: 'run', state: 'INCOMPLETE', override_count: 0 }],
      non_compliant_count: 0,
      incomplete_count: 1,
    })
    const { body: found } = await other.call(
      'GET',
      '/cairn/acme/flows?name=BETA&visibility=private',
    )
    expect(found.pagination).toEqual({ total: 2, page: 1, per_page: 25, page_count: 1 })
  })
})

describe('an archived flow', () => {
  it('is hidden except in lists across flows, and comes back with its history', async () => {
    await report.flow('old', yaml)
    await report.generic('old', 'run', { attestation_name: 'a' })
    await app.query("update flow set archived_at = 1 where name = 'old'")
    const gone = { message: 'Flow has been archived', code: 'flow_archived' }
    const before = await countRows(app)
    for (const path of ['/flows/acme/old', '/trails/acme/old/run', '/attestations/acme/old']) {
      const answer = await get(path)
      expect([answer.status, answer.body]).toEqual([404, gone])
    }
    expect((await report.begin('old', 'run2')).body).toEqual(gone)
    expect((await report.generic('old', 'run', { attestation_name: 'b' })).body).toEqual(gone)
    expect((await report.artifact('old')).body).toEqual(gone)
    expect(await countRows(app)).toEqual(before)
    const listed = (await get('/flows/acme')).body as { name: string }[]
    expect(listed.map(({ name }) => name)).not.toContain('old')
    expect((await get('/trails/acme?flow=old')).body.data).toMatchObject([{ flow_archived: true }])
    expect((await get('/trails/acme?flow=old&archived=exclude')).body.data).toEqual([])
    expect((await put({ name: 'old' })).status).toBe(200)
    expect((await get('/flows/acme/old')).body.template).toBe(yaml)
    expect((await report.trail('old', 'run')).events).toHaveLength(2)
  })
})

it('compares names exactly, and isolates organizations', async () => {
  await put({ name: 'Case' })
  expect((await get('/flows/acme/case')).status).toBe(404)
  await app.call('PUT', '/flows/globex', {
    key: 'outsider',
    json: { name: 'Case', description: 'x' },
  })
  expect((await get('/flows/acme/Case')).body.description).toBe('')
  expect((await get('/flows/globex/Case', 'outsider')).body.description).toBe('x')
})
