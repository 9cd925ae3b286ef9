import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { customTypeForm, customTypeClient } from '#server/testing/custom-types.ts'
import { dataForm } from '#server/testing/multipart.ts'
import { countRows } from '#server/testing/rows.ts'

let app: TestApp
let keep: ReturnType<typeof customTypeClient>
let now = 1_800_000_000
beforeAll(async () => {
  app = await startTestApp({ clock: () => (now += 1) })
  keep = customTypeClient(app)
})
afterAll(() => app.close())

const schema = { type: 'object', required: ['coverage'], properties: { coverage: { minimum: 0 } } }
const whole = {
  description: 'How much is tested',
  comment: 'As agreed',
  schema,
  rules: ['.coverage >= 80'],
  summary: [{ name: 'Coverage', expression: '.coverage' }],
}

describe('a custom attestation type', () => {
  it('is created and read, without members that do not apply', async () => {
    const made = await keep.create('coverage', whole)
    expect([made.status, made.body]).toEqual([201, 'OK'])
    const { body, headers } = await keep.get('coverage')
    expect(body).toEqual({
      name: 'coverage',
      description: 'How much is tested',
      org: 'acme',
      archived: false,
      created_by: 'member',
      created_at: expect.any(Number),
      last_modified_at: body.created_at,
      versions: [
        {
          version: 1,
          timestamp: body.created_at,
          comment: 'As agreed',
          created_by: 'member',
          type_schema: schema,
          evaluator: { content_type: 'jq', rules: ['.coverage >= 80'] },
          summary: [{ name: 'Coverage', expression: '.coverage' }],
        },
      ],
    })
    expect(headers['etag']).toMatch(/^"[\w-]{22}"$/)

    await keep.create('bare')
    const { body: bare } = await keep.get('bare')
    expect(Object.keys(bare)).not.toContain('description')
    expect(bare.versions).toEqual([
      { version: 1, timestamp: bare.created_at, created_by: 'member', evaluator: null },
    ])
    const { body: list } = await app.call('GET', '/custom-attestation-types/acme')
    expect(list).toEqual([bare, body])
  })

  it('gets another version from each call of its name, the newest first', async () => {
    await keep.create('grown', whole)
    const again = await keep.create('grown', { rules: ['.'] })
    expect(again.status).toBe(201)
    const { body } = await keep.get('grown')
    expect(body.description).toBe(whole.description)
    expect(body.versions).toMatchObject([
      { version: 2, evaluator: { rules: ['.'] } },
      { version: 1, type_schema: schema },
    ])
    expect(body.versions[0]).not.toHaveProperty('type_schema')
    expect(body.versions[0]).not.toHaveProperty('summary')
    const { body: first } = await keep.get('grown', '?version=1')
    expect(Object.keys(first)).toEqual(['name', 'description', 'org', 'archived', 'versions'])
    expect(first.versions).toEqual([body.versions[1]])
  })

  it('makes numbered versions of concurrent calls', async () => {
    const sent = Array.from({ length: 6 }, (_, n) => keep.create('crowd', { rules: [`. == ${n}`] }))
    for (const { status } of await Promise.all(sent)) expect(status).toBe(201)
    const { body } = await keep.get('crowd')
    expect(body.versions.map((one: { version: number }) => one.version)).toEqual([6, 5, 4, 3, 2, 1])
  })

  it('is archived, stays readable, and is active again with its next version', async () => {
    await keep.create('old', whole)
    expect((await keep.archive('old')).body).toBe('OK')
    const before = await countRows(app)
    expect((await keep.archive('old')).status).toBe(200)
    expect(await countRows(app)).toEqual(before)
    expect((await keep.get('old')).body).toMatchObject({
      archived: true,
      versions: [{ version: 1 }],
    })
    await keep.create('old', {})
    expect((await keep.get('old')).body).toMatchObject({ archived: false, versions: [{}, {}] })
  })

  it.each([
    ['GET', '/none', "Custom attestation type 'none' does not exist for org 'acme'"],
    ['PUT', '/none/archive', "Custom attestation type 'none' does not exist for org 'acme'"],
    ['GET', '/bare?version=10', "version 10 does not exist for custom attestation type 'bare'"],
    ['GET', '/bare?version=-1', "version -1 does not exist for custom attestation type 'bare'"],
  ])('%s %s names what is unknown', async (method, path, message) => {
    const { status, body } = await app.call(method, `/custom-attestation-types/acme${path}`)
    expect([status, body]).toEqual([404, { message }])
  })

  it('is not overwritten by a caller who read an older one', async () => {
    await keep.create('stale', whole)
    const etag = String((await keep.get('stale')).headers['etag'])
    await keep.create('stale', {})
    const late = await app.call('POST', '/custom-attestation-types/acme', {
      form: customTypeForm('stale', whole),
      headers: { 'if-match': etag },
    })
    expect([late.status, late.body.current.versions.length]).toEqual([412, 2])
  })

  it('is listed for the dashboard with the verdicts of its newest version', async () => {
    const { body } = await app.call('GET', '/cairn/acme/attestation-types', { key: 'reader' })
    expect(body.find((one: { name: string }) => one.name === 'coverage')).toMatchObject({
      description: 'How much is tested',
      version: 1,
      rule_count: 1,
      has_schema: true,
      last_modified_by: 'member',
      archived: false,
    })
  })
})

describe('requests of the infrastructure client', () => {
  // It reads after each write, and must read what it wrote, or else it reports a difference.
  const state = async (name: string) => {
    const { body } = await keep.get(name)
    const [newest] = body.versions
    return {
      description: body.description ?? '',
      schema: newest.type_schema ? JSON.stringify(newest.type_schema) : '',
      rules: newest.evaluator?.rules ?? [],
      summary: newest.summary ? JSON.stringify(newest.summary) : '',
    }
  }
  const nested = { $schema: 'https://json-schema.org/draft/2020-12/schema', b: 1, a: { x: [] } }
  it.each([
    ['everything', whole],
    ['only rules', { description: '', rules: ['.a', '.b == "ü"'] }],
    ['only a schema', { description: '', schema: nested }],
    ['nothing', { description: '' }],
  ])('a round trip with %s shows no difference', async (_what, draft) => {
    const wanted = {
      description: draft.description,
      schema: 'schema' in draft ? JSON.stringify(draft.schema) : '',
      rules: 'rules' in draft ? draft.rules : [],
      summary: 'summary' in draft ? JSON.stringify(draft.summary) : '',
    }
    await keep.create('infra', { description: 'Before', schema, rules: ['.'], summary: [] })
    expect((await keep.create('infra', draft)).status).toBe(201)
    expect(await state('infra')).toEqual(wanted)
    await keep.archive('infra')
    expect(await state('infra')).toEqual(wanted)
  })

  it('accepts an archive call without a body, and with null', async () => {
    await keep.create('gone')
    const path = '/custom-attestation-types/acme/gone/archive'
    expect((await app.call('PUT', path, { json: null })).status).toBe(200)
    expect((await app.call('PUT', path)).status).toBe(200)
  })
})

describe('an invalid type is refused, and nothing is stored', () => {
  const deep = (depth: number) => `${'{"not":'.repeat(depth)}{}${'}'.repeat(depth)}`
  const huge = JSON.stringify({ enum: Array.from({ length: 200_000 }, (_, n) => n) })
  it.each<[string, object, string, RegExp]>([
    ['a schema that is no JSON', { schema: '{' }, 'type_schema', /Not a JSON Schema.*valid JSON/],
    ['a schema that is a list', { schema: [] }, 'type_schema', /should be an object/],
    ['a schema with a wrong type', { schema: { type: 'text' } }, 'type_schema', /type must be/],
    ['a remote reference', { schema: { $ref: 'https://x.example/a' } }, 'type_schema', /nowhere/],
    ['a deep schema', { schema: deep(200) }, 'type_schema', /deep/],
    ['a very deep schema', { schema: deep(30_000) }, 'type_schema', /./],
    ['a huge schema', { schema: huge }, 'type_schema', /at most 524288 characters/],
    ['a schema with U+0000', { schema: { title: '\0' } }, 'type_schema', /title: .*U\+0000/],
    [
      'an odd key with a bad schema',
      { schema: '{"properties":{"__proto__":3}}' },
      'type_schema',
      /./,
    ],
    [
      'jq that does not parse',
      { rules: ['.', '.a |'] },
      'evaluator.rules.1',
      /jq.*\[input: \.a \|\]/,
    ],
    ['an empty rule', { rules: [''] }, 'evaluator.rules.0', /It is empty/],
    ['a file of the machine', { rules: ['include "/etc/x"; .'] }, 'evaluator.rules.0', /module/],
    ['a rule that is a number', { rules: [1] }, 'evaluator.rules.0', /valid string/],
    ['rules that are none', { rules: 'x' }, 'evaluator.rules', /valid list/],
    [
      'a summary that does not parse',
      { summary: [{ name: 'a', expression: '}' }] },
      'summary.0.expression',
      /jq/,
    ],
    [
      'a summary row without a name',
      { summary: [{ name: '', expression: '.' }] },
      'summary.0.name',
      /1 char/,
    ],
  ])('%s', async (_what, draft, field, reason) => {
    const before = await countRows(app)
    const { status, body } = await keep.create('bad', draft)
    expect(status).toBe(400)
    expect(body.message).toBe('Input payload validation failed')
    expect(body.errors[field]).toMatch(reason)
    expect(await countRows(app)).toEqual(before)
  })

  it.each([[''], ['-x'], ['a b'], ['a/b'], ['ü'], ['x'.repeat(256)], [7], [null]])(
    'the name %j',
    async (name) => {
      const { status, body } = await keep.create(name)
      expect([status, typeof body.errors?.name]).toEqual([400, 'string'])
    },
  )

  it.each(
    ['a', '0', 'A.b-c_d~e', '__proto__', 'constructor', 'decision'].filter((it) => it[0] !== '_'),
  )('but the name %s is fine', async (name) => {
    expect((await keep.create(name, { rules: ['.ok'] })).status).toBe(201)
    expect((await keep.get(encodeURIComponent(name))).body.name).toBe(name)
  })

  it('another language than jq', async () => {
    const form = dataForm({ name: 'bad', evaluator: { content_type: 'rego', rules: ['x'] } })
    const { status, body } = await app.call('POST', '/custom-attestation-types/acme', { form })
    expect([status, body.errors]).toEqual([
      400,
      { 'evaluator.content_type': "Input should be 'jq' [input: rego]" },
    ])
  })
})

describe('a draft is tried with a sample', () => {
  const draft = { type_schema: JSON.stringify(schema), rules: whole.rules, summary: whole.summary }

  it('which returns each rule and row; nothing is stored', async () => {
    const before = await countRows(app)
    const passing = { coverage: 85 }
    expect(await keep.tryOut({ ...draft, data: passing })).toEqual({
      problems: [],
      outcome: {
        violations: [],
        rule_results: [{ rule: '.coverage >= 80', passed: true }],
        summary: [{ name: 'Coverage', value: 85 }],
        is_compliant: true,
      },
    })
    const { outcome } = await keep.tryOut({ ...draft, data: { coverage: 1 } })
    expect(outcome).toMatchObject({
      rule_results: [{ passed: false, reason: 'It gave false' }],
      is_compliant: false,
    })
    expect(await countRows(app)).toEqual(before)
  })

  it('which returns where the sample violates the schema', async () => {
    const { outcome } = await keep.tryOut({ ...draft, data: { coverage: -1 } })
    expect(outcome).toEqual({
      violations: [{ path: 'coverage', reason: 'must be >= 0' }],
      rule_results: [],
      summary: [],
      is_compliant: false,
    })
    expect((await keep.tryOut({ ...draft, data: null })).outcome.violations).toHaveLength(1)
  })

  it('or is refused with a message at its field', async () => {
    const bad = { type_schema: '[]', rules: ['.', ')'], summary: [{ name: 'a', expression: '(' }] }
    const { problems, outcome } = await keep.tryOut({ ...bad, data: 1 })
    expect(outcome).toBeNull()
    expect(problems.map(({ field }: { field: string }) => field)).toEqual([
      'type_schema',
      'evaluator.rules.1',
      'summary.0.expression',
    ])
    expect(await keep.tryOut(draft)).toEqual({ problems: [], outcome: null })
  })
})
