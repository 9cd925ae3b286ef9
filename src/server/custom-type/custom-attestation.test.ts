import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { customTypeClient } from '#server/testing/custom-types.ts'
import { fuzzEffort } from '#server/testing/fuzz-effort.ts'
import { dataForm } from '#server/testing/multipart.ts'
import { reporter } from '#server/testing/reporter.ts'
import { countRows } from '#server/testing/rows.ts'

let app: TestApp
let keep: ReturnType<typeof customTypeClient>
let report: ReturnType<typeof reporter>
beforeAll(async () => {
  app = await startTestApp()
  keep = customTypeClient(app)
  report = reporter(app)
  await keep.create('coverage', {
    schema: {
      type: 'object',
      required: ['percent'],
      properties: { percent: { type: 'number' }, tool: { type: 'string', minLength: 2 } },
    },
    rules: ['.percent >= 80', '.tool != "none"'],
    summary: [
      { name: 'Percent', expression: '.percent' },
      { name: 'Tool', expression: '.tool' },
    ],
  })
  await keep.create('any')
  await keep.create('listed', {
    rules: ['.[] | .ok'],
    summary: [
      { name: 'Name', expression: '.name' },
      { name: 'Upper', expression: '.name | ascii_upcase' },
    ],
  })
})
afterAll(() => app.close())

describe('evidence of a custom type', () => {
  it('is evaluated by its rules, and stores their results', async () => {
    const { status, body: id } = await keep.attest('coverage', { percent: 81.5, tool: 'c8' })
    expect([status, typeof id]).toEqual([201, 'string'])
    expect(await keep.read(id)).toMatchObject({
      attestation_type: 'custom:coverage',
      is_compliant: true,
      type_name: 'coverage',
      type_version: 1,
      attestation_data: { percent: 81.5, tool: 'c8' },
      rule_results: [
        { rule: '.percent >= 80', passed: true },
        { rule: '.tool != "none"', passed: true },
      ],
      summary: [
        { name: 'Percent', value: 81.5 },
        { name: 'Tool', value: 'c8' },
      ],
    })
    const { body: low } = await keep.attest('coverage', { percent: 3 })
    expect(await keep.read(low)).toMatchObject({
      is_compliant: false,
      rule_results: [{ passed: false, reason: 'It gave false' }, { passed: true }],
      summary: [{ value: 3 }, { name: 'Tool', value: null }],
    })
  })

  it.each([[null], [0], ['text'], [[]], [{}], [true]])(
    'without rules and schema is compliant, whatever it says: %j',
    async (data) => {
      const { body: id } = await keep.attest('any', data)
      const item = await keep.read(id)
      expect(item).toMatchObject({ is_compliant: true, rule_results: [], summary: [] })
      expect(item.attestation_data).toEqual(data)
    },
  )

  it('with a list is summarized element by element', async () => {
    const elements = [{ name: 'a', ok: true }, { ok: true }]
    const { body: id } = await keep.attest('listed', elements)
    expect(await keep.read(id)).toMatchObject({
      is_compliant: true,
      summary: [
        { name: 'Name', value: 'a', group: 0 },
        { name: 'Upper', value: 'A', group: 0 },
        { name: 'Name', value: null, group: 1 },
        {
          name: 'Upper',
          value: null,
          group: 1,
          error: expect.stringContaining('must be a string'),
        },
      ],
    })
    const { body: failing } = await keep.attest('listed', [{ ok: true }, { ok: 'yes' }])
    expect((await keep.read(failing)).is_compliant).toBe(false)
    const { body: empty } = await keep.attest('listed', [])
    const nothing = {
      is_compliant: false,
      rule_results: [{ reason: 'It gave nothing' }],
      summary: [],
    }
    expect(await keep.read(empty)).toMatchObject(nothing)
  })

  it('keeps the version that evaluated it', async () => {
    await keep.create('moving', { rules: ['. > 1'] })
    const { body: first } = await keep.attest('moving', 2)
    await keep.create('moving', { rules: ['. > 5'] })
    const { body: second } = await keep.attest('moving', 2)
    expect(await keep.read(first)).toMatchObject({ type_version: 1, is_compliant: true })
    expect(await keep.read(second)).toMatchObject({ type_version: 2, is_compliant: false })
  })

  it('compares numbers by all their digits', async () => {
    await keep.create('exact', { rules: ['.id == 12345678901234567891'] })
    const send = (id: string) =>
      app.call('POST', '/attestations/acme/shop/trail/run/custom', {
        form: [
          {
            name: 'data_json',
            content: `{"attestation_name":"a","type_name":"exact","attestation_data":{"id":${id}}}`,
          },
        ],
      })
    const read = async (id: string) => (await keep.read((await send(id)).body)).is_compliant
    expect(await read('12345678901234567891')).toBe(true)
    expect(await read('12345678901234567892')).toBe(false)
  })

  it('keeps its evidence file, on an artifact or the trail', async () => {
    await report.flow('built')
    await report.artifact('built', { trail_name: 'run' })
    const { body: id } = await app.call('POST', '/attestations/acme/built/trail/run/custom', {
      form: dataForm(
        {
          attestation_name: 'scan',
          type_name: 'any',
          attestation_data: [],
          target_artifacts: null,
        },
        { part: 'attachment_file', name: 'report.txt', content: 'all' },
      ),
    })
    expect(await keep.read(id)).toMatchObject({ has_audit_package: true, trail_name: 'run' })
  })
})

it('fills slots for its type only, and is found by it', async () => {
  await report.flow(
    'slots',
    `version: 1
trail:
  attestations:
    - { name: tests, type: custom:coverage }
    - { name: scan, type: custom:listed }
    - { name: more, type: "*" }
`,
  )
  const send = (name: string, type_name: string, attestation_data: unknown) =>
    app.call('POST', '/attestations/acme/slots/trail/one/custom', {
      form: dataForm({ attestation_name: name, type_name, attestation_data }),
    })
  const { body: id } = await send('tests', 'coverage', { percent: 90 })
  await send('scan', 'coverage', { percent: 90 })
  await send('more', 'any', null)
  const { compliance_status, events } = await report.trail('slots', 'one')
  expect(compliance_status.attestations_statuses).toMatchObject([
    { attestation_name: 'tests', attestation_type: 'custom:coverage', status: 'COMPLETE' },
    { attestation_name: 'scan', attestation_type: 'custom:listed', status: 'MISSING' },
    { attestation_name: 'more', attestation_type: 'custom:any', status: 'COMPLETE' },
    { attestation_name: 'scan', attestation_type: 'custom:coverage', unexpected: true },
  ])
  expect(events).toContainEqual(expect.objectContaining({ attestation_type: 'custom:coverage' }))
  const path = '/attestations/acme?flow_name=slots&attestation_type=custom:coverage'
  const { data } = (await app.call('GET', path, { key: 'reader' })).body
  expect(data.map((one: { attestation_id: string }) => one.attestation_id)).toContain(id)
  expect(data).toHaveLength(2)
})

describe('is refused, and nothing is stored', () => {
  const refused = async (answer: Promise<{ status: number; body: unknown }>) => {
    const before = await countRows(app)
    const { status, body } = await answer
    expect(await countRows(app)).toEqual(before)
    return [status, body]
  }
  const invalid = (text: string) => [
    400,
    { message: 'Input payload validation failed', errors: { attestation_data: text } },
  ]

  it('data that violates the schema, with path and reason of each violation', async () => {
    expect(await refused(keep.attest('coverage', { tool: 'x' }))).toEqual(
      invalid(
        'attestation_data must have required property \'percent\'; attestation_data.tool must NOT have fewer than 2 characters [input: {"tool":"x"}]',
      ),
    )
    expect(await refused(keep.attest('coverage', null))).toEqual(
      invalid('attestation_data must be object [input: null]'),
    )
  })

  it('a type that is unknown or archived', async () => {
    const unknown = "Custom attestation type 'none' does not exist for org 'acme'"
    expect(await refused(keep.attest('none', {}))).toEqual([404, { message: unknown }])
    await keep.create('gone')
    await keep.archive('gone')
    const archived = "Custom attestation type 'gone' has been archived"
    expect(await refused(keep.attest('gone', {}))).toEqual([
      404,
      { message: archived, code: 'custom_type_archived' },
    ])
  })

  it.each([
    [{ type_name: undefined }, 'type_name', 'Field required'],
    [{ type_name: 'a/b' }, 'type_name', 'String should match pattern'],
    [{ attestation_data: undefined }, 'attestation_data', 'Field required'],
    [{ attestation_data: { text: '\0' } }, 'attestation_data.text', 'U+0000'],
    [{ attestation_name: 'a b' }, 'attestation_name', 'String should match pattern'],
  ])('%j', async (fields, field, reason) => {
    const answer = keep.attest('any', {}, fields)
    const [status, body] = (await refused(answer)) as [number, { errors: Record<string, string> }]
    expect(status).toBe(400)
    expect(body.errors[field]).toContain(reason)
  })
})

describe('hostile programs and schemas', () => {
  it('do not delay others, and come to a verdict', async () => {
    await keep.create('endless', { rules: ['true', 'def f: f; f', 'true'] })
    let isOver = false
    const endless = keep.attest('endless', 1).finally(() => (isOver = true))
    expect((await keep.attest('any', 1)).status).toBe(201)
    expect((await app.call('GET', '/flows/acme')).status).toBe(200)
    expect(isOver).toBe(false)
    expect(await keep.read((await endless).body)).toMatchObject({
      is_compliant: false,
      rule_results: [
        { passed: true },
        { passed: false, reason: 'It takes too long' },
        { passed: true },
      ],
    })
  })

  it.each([
    ['eats memory', '[range(1e9)]'],
    ['backtracks', '"\\("a" * 40)!" | test("^(a|aa)+$|^(a|a?)+$")'],
    ['looks for other input', 'input'],
    ['asks for the environment', 'env | has("CAIRN_DATA_DIR")'],
    ['gives no boolean', '"yes"'],
    ['fails', 'error("no")'],
    ['stops the program', 'halt'],
  ])('a rule that %s has not passed', async (_what, rule) => {
    expect((await keep.create('hostile', { rules: [rule] })).status).toBe(201)
    const { status, body: id } = await keep.attest('hostile', {})
    expect(status).toBe(201)
    expect((await keep.read(id)).rule_results).toEqual([
      { rule, passed: false, reason: expect.stringMatching(/./) },
    ])
  })

  it('one that stops the program affects nothing but its own result', async () => {
    const row = (expression: string) => ({ name: 'a', expression })
    await keep.create('stopped', {
      rules: ['.a == 1', 'halt'],
      summary: [row('halt'), row('.a')],
    })
    const { body: id } = await keep.attest('stopped', { a: 1 })
    expect(await keep.read(id)).toMatchObject({
      rule_results: [{ passed: true }, { passed: false, reason: 'It gave nothing' }],
      summary: [{ value: null, error: 'It gave nothing' }, { value: 1 }],
    })
  })

  it('a schema that recurses endlessly, or backtracks, refuses', async () => {
    await keep.create('circle', { schema: { $ref: '#' } })
    const circle = await keep.attest('circle', 1)
    expect(circle.body.errors?.attestation_data).toMatch(/could not be checked/)
    await keep.create('slow', { schema: { pattern: '^(?=(a+)+$)' } })
    const slow = await keep.attest('slow', `${'a'.repeat(50)}!`)
    expect([slow.status, slow.body.errors?.attestation_data]).toEqual([
      400,
      expect.stringMatching(
        /^attestation_data could not be checked: It takes too long \[input: a+!\]$/,
      ),
    ])
  })
})

it('answers soundly to any data, rules and schemas', async () => {
  const word = fc.constantFrom(
    ...[
      '.',
      '.a',
      '[]',
      '|',
      ',',
      '(',
      ')',
      '{',
      '}',
      '"',
      '"a"',
      '#',
      '\\',
      '1',
      '-',
      '==',
      '?//',
    ],
    ...[
      'reduce',
      'foreach',
      'as $x',
      '$x',
      '$ENV',
      'input',
      'limit(3; .)',
      'recurse',
      'try',
      'catch',
    ],
    ...[
      'error',
      'def f:',
      ';',
      'f',
      'import "a" as a',
      '..',
      '@base64',
      '$__loc__',
      'label $l',
      'true',
    ],
  )
  const program = fc.oneof(
    fc.array(word, { maxLength: 8 }).map((words) => words.join(' ')),
    fc.string({ unit: 'binary', maxLength: 30 }).map((text) => text.toWellFormed()),
  )
  const keyword = fc.constantFrom('type', 'pattern', '$ref', 'items', 'properties', '$id', 'allOf')
  const schema = fc.oneof(
    fc.dictionary(fc.oneof(keyword, fc.string()), fc.jsonValue(), { maxKeys: 4 }),
    fc.jsonValue(),
  )
  const property = fc.asyncProperty(
    fc.array(program, { maxLength: 2 }),
    fc.option(schema, { nil: undefined }),
    fc.jsonValue({ stringUnit: 'binary' }),
    async (rules, schema, data) => {
      const summary = rules.map((expression) => ({ name: 'x', expression }))
      const made = await keep.create('fuzzed', { rules, summary, schema })
      expect([201, 400]).toContain(made.status)
      const { status, text } = await keep.attest('fuzzed', data)
      expect([201, 400, 404]).toContain(status)
      expect(text.isWellFormed()).toBe(true)
    },
  )
  await fc.assert(property, { numRuns: 10 * fuzzEffort })
  const listed = await app.call('GET', '/attestations/acme?attestation_type=custom:fuzzed')
  expect(listed.status).toBe(200)
})
