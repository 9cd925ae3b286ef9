import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Sandbox } from './sandbox.ts'
import type { Draft } from './step.ts'

let sandbox: Sandbox
const startSandbox = (step: number) =>
  void (sandbox = new Sandbox({ step, work: 2 * step, wall: 120_000 }))
const stopSandbox = () => sandbox.close()
// Far more time than a step needs that ends, on a busy machine too.
beforeAll(() => startSandbox(5_000))
afterAll(stopSandbox)

const owner = { organization: 'a', type: 'a' }
const evaluateRule = (program: string, data: unknown = null, organization = 'a', type = 'a') =>
  sandbox.run({ organization, type }, (run) =>
    run({ name: 'evaluate', programs: [program], data: JSON.stringify(data) }).then(
      ([reason]) => reason,
    ),
  )
const read = (program: string, data: unknown = null, max = 5) =>
  sandbox.run(owner, (run) =>
    run({ name: 'read', programs: [program], data: JSON.stringify(data), max }).then(
      ([cells]) => cells,
    ),
  )
const readProgram = (program: string) =>
  sandbox.run(owner, (run) => run({ name: 'readProgram', program }))
const readSchema = (schema: unknown) =>
  sandbox.run(owner, (run) =>
    run({
      name: 'readSchema',
      schema: typeof schema === 'string' ? schema : JSON.stringify(schema),
    }),
  )
const violations = (schema: object, data: unknown, draft: Draft = '2020-12') =>
  sandbox.run(owner, (run) =>
    run({
      name: 'validate',
      schema: JSON.stringify(schema),
      draft,
      data:
        typeof data === 'string' && data.startsWith('json:') ? data.slice(5) : JSON.stringify(data),
    }),
  )

const data = { coverage: 81.5, tools: [{ name: 'a', ok: true }], big: 1 }

it.each([
  ['.coverage >= 80', null],
  ['.tools[] | .ok', null],
  ['.tools | all(.ok) # a comment \\', null],
  ['def ok: .ok; all(.tools[]; ok)', null],
  ['.coverage >= 90', 'It gave false'],
  ['.coverage', 'It gave 81.5'],
  ['.tools[] | (true, .name)', 'It gave "a"'],
  ['.missing', 'It gave null'],
  ['empty', 'It gave nothing'],
  ['"true"', 'It gave "true"'],
  ['.coverage | test("a")', /cannot be matched, as it is not a string/],
  ['error("so bad")', 'It failed: so bad'],
  ['error(null)', 'It failed: null'],
  ['error({a: 1})', 'It failed: {"a":1}'],
  ['input', /No more inputs|break/],
  ['[inputs] == []', null],
  ['halt', 'It gave nothing'],
  ['"over" | halt_error', /./],
  ['range(1e9) | true', 'It gave more than 1000 results'],
  ['[env, $ENV] | all(has("PATH_INFO") or has("CAIRN_DATA_DIR") or has("HOSTNAME") | not)', null],
  ['env.HOME == "/home/web_user" and $ENV.PATH == "/"', null],
  ['[1, 2', /syntax error/],
])('a rule %j comes to %s', async (program, reason) => {
  // A program that does not finish is refused as a whole: the caller names the rule.
  const given = await evaluateRule(program, data).catch((error: Error) => error.message)
  if (reason instanceof RegExp) expect(given ?? '').toMatch(reason)
  else expect(given).toBe(reason)
})

it.each([
  ['.a', null],
  ['def f: f; f', null],
  ['.a | map(.b', /syntax error, unexpected end of file.* at line 1, column \d+/],
  ['.a |\n nothing(1)', /nothing\/1 is not defined at line 2, column 2/],
  ['', 'It is empty'],
  [' # only a comment', /./],
  ['def f: 1;', /not given/],
  ['. ) | (.', /syntax error/],
  ['import "/etc/passwd" as $x; $x', /module not found/],
  ['include "a"; .', /module not found/],
  ['module {}; .', /syntax error/],
  ['('.repeat(20_000), /./],
  ['-n', /n\/0 is not defined/],
])('reads the program %j: %s', async (program, problem) => {
  const given = await readProgram(program)
  if (problem instanceof RegExp) expect(given ?? '').toMatch(problem)
  else expect(given).toBe(problem)
})

describe('what a summary shows', () => {
  it('is one value for the data, or one for each element of a list', async () => {
    expect(await read('.coverage', data)).toEqual([{ value: 81.5 }])
    expect(await read('.n', [{ n: 1 }, { n: null }, 3])).toMatchObject([
      { value: 1 },
      { value: null },
      { error: expect.stringContaining('Cannot index number') },
    ])
    expect(
      await read(
        '.',
        Array.from({ length: 9 }, (_, n) => n),
      ),
    ).toHaveLength(5)
    expect(await read('.', [])).toEqual([])
  })

  it('is the first of several, and names missing or too long values', async () => {
    expect(await read('1, 2')).toEqual([{ value: 1 }])
    expect(await read('range(1e12)')).toEqual([{ value: 0 }])
    expect(await read('empty')).toEqual([{ error: 'It gave nothing' }])
    expect(await read('[range(9999)]')).toEqual([{ error: 'It gave too much to show' }])
    expect(await read('.a.b', 7)).toEqual([{ error: expect.stringContaining('Cannot index') }])
  })
})

it('keeps all digits of numbers', async () => {
  const json = '{"data": {"id": 12345678901234567891, "n": 1.10}}'
  const picked = await sandbox.run(owner, (run) => run({ name: 'pick', json, member: 'data' }))
  expect(picked).toBe('{"id":12345678901234567891,"n":1.10}')
})

describe('a schema', () => {
  it.each([
    [{ type: 'object' }, '2020-12'],
    [{ $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' }, 'draft-07'],
    [
      { $schema: 'https://json-schema.org/draft/2019-09/schema', $recursiveAnchor: true },
      '2019-09',
    ],
    [
      { $schema: 'http://json-schema.org/draft-04/schema', minimum: 1, exclusiveMinimum: true },
      'draft-04',
    ],
    [{ minimum: 1, exclusiveMinimum: true }, 'draft-04'],
    [{ items: [{ type: 'string' }], additionalItems: false }, '2019-09'],
    [{ id: 'old', $schema: 'http://json-schema.org/draft-07/schema#' }, 'draft-07'],
    [{ pattern: '^(?!x)' }, '2020-12'],
    [{ $ref: '#/$defs/a', $defs: { a: { $ref: '#' } } }, '2020-12'],
  ])('%j is of draft %s', async (schema, draft) => {
    expect(await readSchema(schema)).toEqual({ draft })
  })

  it.each([
    ['{', /valid JSON/],
    ['[]', /an object/],
    ['true', /an object/],
    [{ type: 'text' }, /type must be one of|type must be equal/],
    [{ properties: { a: { type: 7 } } }, /properties.a.type/],
    [{ pattern: '(' }, /regular expression/i],
    [{ $ref: 'https://schemas.example.com/a.json' }, /'https:.* leads nowhere in it/],
    [{ $ref: '#/$defs/a' }, /leads nowhere|can't resolve/],
    [{ $schema: 'http://json-schema.org/draft-03/schema#' }, /a draft that is known/],
    [{ $schema: 'https://example.com/mine' }, /a draft that is known/],
    [{ $async: true }, /\$async/],
    ['{"properties": {"__proto__": {"type": 1}}}', /type/],
  ])('%j is refused', async (schema, problem) => {
    expect(await readSchema(schema)).toEqual({ problem: expect.stringMatching(problem) })
  })

  const tooLow = { type: 'object', required: ['n'], properties: { n: { minimum: 1 } } }
  it.each<[object, unknown, string[]]>([
    [tooLow, { n: 0 }, ['n must be >= 1']],
    [tooLow, {}, [" must have required property 'n'"]],
    [tooLow, { n: 2 }, []],
    [{ required: ['toString'] }, {}, [" must have required property 'toString'"]],
    [{ required: ['__proto__'] }, {}, [" must have required property '__proto__'"]],
    [{ required: ['__proto__'] }, 'json:{"__proto__": 1}', []],
    [{ additionalProperties: false }, { 'a/b~c': 1 }, [" must not have 'a/b~c'"]],
    [{ additionalProperties: false }, 'json:{"__proto__": 1}', [" must not have '__proto__'"]],
    [{ properties: { 'a/b': { const: 1 } } }, { 'a/b': 2 }, ['a/b must be 1']],
    [{ items: { enum: ['x'] } }, ['x', 'y'], ['1 must be one of ["x"]']],
    [{ pattern: '^(a+)+$' }, `${'a'.repeat(5_000)}!`, [' must match pattern "^(a+)+$"']],
    [{ format: 'date-time' }, 'soon', []],
  ])('%j finds in %j: %j', async (schema, value, found) => {
    const given = await violations(schema, value)
    expect(given.map(({ path, reason }) => `${path.join('.')} ${reason}`)).toEqual(found)
  })
})

describe('programs out of bounds', () => {
  beforeAll(async () => {
    await stopSandbox()
    startSandbox(400)
  })

  const outOfBounds = {
    message: expect.stringMatching(/too long|more memory|too deep|Maximum call/),
  }
  it.each([
    ['never ends', 'def f: f; f'],
    ['never stops talking', 'repeat(debug)'],
    ['backtracks without end', '("a" * 40) + "!" | test("^(a|aa)+$|^(a|a?)+$")'],
  ])('a rule that %s is ended', async (_what, program) => {
    await expect(
      evaluateRule(program).then(
        (reason) => reason && Promise.reject(new Error(`too long: ${reason}`)),
      ),
    ).rejects.toMatchObject(outOfBounds)
  })

  it.each(['[range(1e9)]', '"x" * 1e9', 'def f: 1 + f; f'])(
    'a rule that eats memory is ended or fails: %s',
    async (program) => {
      const outcome = await evaluateRule(program, 'x').catch((error: Error) => error.message)
      expect(outcome).toMatch(/./)
      expect(await evaluateRule('. == 1', 1)).toBe(null)
    },
  )

  it('a schema that recurses endlessly is ended', async () => {
    await expect(violations({ $ref: '#' }, 1)).rejects.toMatchObject(outOfBounds)
  })

  it('a pattern that only a slow engine supports is ended', async () => {
    const pattern = '^(?=(a+)+$)'
    await expect(violations({ pattern }, `${'a'.repeat(60)}!`)).rejects.toMatchObject(outOfBounds)
  })

  it('delays another organization by a step at most, however much of its own waits', async () => {
    const endless = ['one', 'two', 'three'].flatMap((type) =>
      [0, 1].map(() => evaluateRule('def f: f; f', null, 'hostile', type)),
    )
    let left = endless.length
    const outcomes = Promise.allSettled(endless.map((one) => one.finally(() => (left -= 1))))
    for (const type of ['one', 'two'])
      expect(await evaluateRule('.', true, 'other', type)).toBe(null)
    // Its own other types have their turn before the first finishes.
    expect(await evaluateRule('.', true, 'hostile', 'sound')).toBe(null)
    expect(left).toBeGreaterThan(1)
    for (const outcome of await outcomes) expect(outcome.status).toBe('rejected')
  })

  it('refuses work with 429 when too much waits', async () => {
    const crowd = Array.from({ length: 130 }, () => evaluateRule('true', null, 'crowd'))
    const others = Array.from({ length: 450 }, (_, n) =>
      evaluateRule('true', null, `crowd-${n % 5}`),
    )
    const [outcomes, ofOthers] = [Promise.allSettled(crowd), Promise.allSettled(others)].map(
      async (all) => (await all).filter((one) => one.status === 'rejected'),
    )
    // An organization without work in progress is admitted, however much others have.
    expect(await evaluateRule('true', null, 'nobody')).toBe(null)
    expect((await ofOthers)?.length).toBeGreaterThan(0)
    const refused = ((await outcomes) ?? []).map((one) => one.reason)
    expect(refused).toHaveLength(29)
    expect(refused[0]).toMatchObject({ status: 429, headers: { 'retry-after': '2' } })
  })
})

it('replaces a worker that ended between two steps', async () => {
  const posted = vi.spyOn(Worker.prototype, 'postMessage')
  expect(await evaluateRule('true')).toBeNull()
  const [worker] = posted.mock.contexts as [Worker]
  posted.mockRestore()
  const ended = once(worker, 'exit')
  await worker.terminate()
  await ended
  expect(await evaluateRule('true')).toBeNull()
})
