import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { failuresOf } from '#server/testing/failures.ts'
import { dataForm } from '#server/testing/multipart.ts'
import { artifactReport, commitInfo, junitResult } from '#server/testing/reporter.ts'
import { countRows } from '#server/testing/rows.ts'

let app: TestApp
let before: Record<string, number>
beforeAll(async () => {
  app = await startTestApp()
  await app.call('PUT', '/flows/acme', { json: { name: 'known' } })
})
beforeEach(async () => void (before = await countRows(app)))
afterAll(() => app.close())

const failed = 'Input payload validation failed'
const unreadable = 'Text may not hold U+0000 or a lone surrogate'

/** Every endpoint with a body: a valid payload, and how to send one. */
const targets = {
  putFlow: { method: 'PUT', path: '/flows/acme', part: 'body', good: { name: 'f' } },
  putFlowWithTemplate: {
    method: 'PUT',
    path: '/flows/acme/template_file',
    part: 'data_json',
    good: { name: 'f' },
  },
  beginTrail: { method: 'PUT', path: '/trails/acme/known', part: 'data_json', good: { name: 't' } },
  reportArtifact: {
    method: 'POST',
    path: '/artifacts/acme/new',
    part: 'body',
    good: artifactReport(),
  },
  attestGeneric: {
    method: 'POST',
    path: '/attestations/acme/new/trail/t/generic',
    part: 'data_json',
    good: { attestation_name: 'a' },
  },
  attestJunit: {
    method: 'POST',
    path: '/attestations/acme/new/trail/t/junit',
    part: 'data_json',
    good: { attestation_name: 'a', junit_results: [junitResult] },
  },
}
type Target = keyof typeof targets
const names = Object.keys(targets) as Target[]

const sendText = (target: Target, content: string | Buffer) => {
  const { method, path, part } = targets[target]
  return part === 'body'
    ? app.call(method, path, { raw: { type: 'application/json', content } })
    : app.call(method, path, { form: [{ name: part, content }] })
}
const send = (target: Target, json: unknown) => sendText(target, JSON.stringify(json))

/** A fault of a body, the body, the field that is refused, and why. */
type Malformed = [name: string, content: string | Buffer, field: string, reason: unknown]

const nameFieldOf = (target: Target) => {
  if (target === 'reportArtifact') return 'filename'
  return target.startsWith('attest') ? 'attestation_name' : 'name'
}

/** Returns the payload of an endpoint with one more member, which is written as it is. */
const withMember = (target: Target, member: string) =>
  JSON.stringify(targets[target].good).replace(/}$/, `,${member}}`)

function malformedOf(target: Target): Malformed[] {
  const { part, good } = targets[target]
  const field = nameFieldOf(target)
  const named = (value: unknown) => JSON.stringify({ ...good, [field]: value })
  const also = (member: string) => withMember(target, member)
  const deep = (text: string) => also(`"user_data":{"deep":[{"x":${text}}]}`)
  const notJson = expect.stringMatching(/^Input should be valid JSON: .* \[input: /s)
  const no = (what: string, input: string) => `Input should be ${what} [input: ${input}]`
  const notText = (input: string) => `${unreadable} [input: ${input}]`
  const notFinite = expect.stringMatching(/^Input should be a finite number/)
  return [
    ['broken', '{"name": ', part, notJson],
    ['text', 'name=f', part, notJson],
    ['with a comma too many', '{"name":"f",}', part, notJson],
    ['two documents', '{"name":"f"}{"name":"g"}', part, notJson],
    ['NaN', '{"name":NaN}', part, notJson],
    ['a list', '[]', part, no('a valid object', '[]')],
    ['a text as a whole', '"f"', part, no('a valid object', 'f')],
    ['a number', '5', part, no('a valid object', '5')],
    ['true', 'true', part, no('a valid object', 'true')],
    ...['22ff22', '7b807d', 'fffe7b007d00'].map((hex): Malformed => {
      const bytes = Buffer.from(hex, 'hex')
      return [`bytes ${hex}`, bytes, part, no('valid UTF-8', bytes.toString())]
    }),
    ['a number as name', named(7), field, no('a valid string', '7')],
    ['an object as name', named({ a: 1 }), field, no('a valid string', '{"a":1}')],
    ['a list as name', named(['f']), field, no('a valid string', '["f"]')],
    ['null as name', named(null), field, no('a valid string', 'null')],
    ['U+0000', deep('"a\\u0000b"'), 'user_data.deep.0.x', notText('a\\u0000b')],
    ['half a surrogate pair', deep('"a\\ud800b"'), 'user_data.deep.0.x', notText('a\ufffdb')],
    ['the other half', deep('"\\udc00"'), 'user_data.deep.0.x', notText('\ufffd')],
    ['U+0000 in a key', also('"unknown":{"a\\u0000":1}'), 'unknown.a\\u0000', notText('a\\u0000')],
    ['a number without end', also('"user_data":{"n":1e400}'), 'user_data.n', notFinite],
  ]
}

const malformed = names.flatMap((target) =>
  malformedOf(target).map(([name, ...row]) => [`${target}: ${name}`, [target, ...row]] as const),
)

it(`refuses ${malformed.length} malformed bodies at ${names.length} endpoints, and stores none`, async () => {
  const failures = await failuresOf(malformed, async ([target, content, field, reason]) => {
    const answer = await sendText(target, content)
    expect(answer.body).toEqual({ message: failed, errors: { [field]: reason } })
    expect(answer.status).toBe(400)
    expect(await countRows(app)).toEqual(before)
  })
  expect(failures).toEqual([])
})

const empty = names.flatMap((target) =>
  ['', ' \r\n', 'null', '{}'].map((text) => [`${target}: ${text}`, { target, text }] as const),
)

it(`reads ${empty.length} empty bodies as objects without fields`, async () => {
  const failures = await failuresOf(empty, async ({ target, text }) => {
    const answer = await sendText(target, text)
    expect(answer.status).toBe(400)
    expect(answer.body.errors[nameFieldOf(target)]).toBe('Field required')
  })
  expect(failures).toEqual([])
})

const [lists, objects] = ['[', '{"a":'].map((open) => open.repeat(30_000))
const nested = names.flatMap((target) => [
  [`${target}: lists`, { target, deep: `${lists}1${']'.repeat(30_000)}` }] as const,
  [`${target}: objects`, { target, deep: `${objects}1${'}'.repeat(30_000)}` }] as const,
])

it(`refuses nesting without end in ${nested.length} bodies`, async () => {
  const failures = await failuresOf(nested, async ({ target, deep }) => {
    const answer = await sendText(target, withMember(target, `"user_data":${deep}`))
    expect(answer.status).toBe(400)
    const [reason] = Object.values<string>(answer.body.errors)
    expect(reason).toMatch(/^Input should be nested at most 100 levels deep \[input: \{".*…\]$/)
  })
  expect(failures).toEqual([])
})

it('uses the last of a repeated key, and is not fooled by __proto__', async () => {
  const answer = await sendText(
    'putFlow',
    '{"name":"-","name":"twice","__proto__":{"visibility":"public"},"constructor":{"name":1}}',
  )
  expect(answer.status).toBe(201)
  expect((await app.call('GET', '/flows/acme/twice')).body.visibility).toBe('private')
})

it('stores only checked values of a repeated key', async () => {
  const hidden = ['"\\u0000"', '"\\ud800: \\""', '1e400', '{}', '{"a":[{}]}']
  for (const value of hidden) {
    const text = `{"attestation_name":"a","user_data":${value},"user_data":{"n": 1.50, ":": "{"}}`
    expect((await sendText('attestGeneric', text)).status).toBe(201)
  }
  const read = await app.call('GET', '/attestations/acme/new/trail/t/a')
  for (const item of read.body) expect(item.user_data).toEqual({ n: 1.5, ':': '{' })
  expect(read.body).toHaveLength(hidden.length)
})

it.each([
  ['nested without end', '['.repeat(10_000_000)],
  ['nested and closed', '['.repeat(5_000_000) + ']'.repeat(5_000_000)],
  ['of small values', `[${'1,'.repeat(4_900_000)}1]`],
  ['of empty objects', `[${'{},'.repeat(3_300_000)}1]`],
])('refuses 10 MB %s before it is parsed', async (_name, text) => {
  const parse = vi.spyOn(JSON, 'parse')
  onTestFinished(() => parse.mockRestore())
  const answer = await sendText('putFlow', text)
  const parsed = parse.mock.calls.map(([given]) => given.length)
  expect(answer.status).toBe(400)
  expect(answer.body.errors.body).toMatch(
    /^Input should (be nested|hold) at most \d+ .*\[input: \[.*…\]$/,
  )
  expect(parsed.filter((length) => length > 1_000_000)).toEqual([])
})

it('names every refused field at once, up to a readable number', async () => {
  const answer = await send('attestJunit', { attestation_name: 'a b', junit_results: [{}] })
  expect(answer.body.errors).toEqual({
    attestation_name: "String should match pattern '^[a-zA-Z0-9\\-_,]+$' [input: a b]",
    'junit_results.0.name': 'Field required',
    'junit_results.0.failures': 'Field required',
    'junit_results.0.errors': 'Field required',
    'junit_results.0.skipped': 'Field required',
    'junit_results.0.total': 'Field required',
    'junit_results.0.duration': 'Field required',
  })
})

it.each([
  ['attestJunit', 'junit_results', 1000],
  ['attestJunit', 'junit_results', 250_000],
  ['putFlow', 'template', 1_000_000],
] as const)('%s answers shortly to very many bad %s: %i', async (target, field, length) => {
  const answer = await send(target, {
    ...targets[target].good,
    [field]: Array.from({ length }, () => 1),
  })
  expect(answer.status).toBe(400)
  expect(answer.text.length).toBeLessThan(10_000)
})

it('cuts a long value in its answer, never inside a character', async () => {
  const answer = await send('putFlow', { name: `-${'😀'.repeat(5000)}` })
  expect(answer.body.errors.name.length).toBeLessThan(600)
  expect(answer.body.errors.name).not.toContain('\ufffd\ufffd')
})

const noFingerprint = "String should match pattern '^[a-f0-9]{64}$' [input: ABC]"
const badValues: [Target, string, unknown, string | RegExp][] = [
  ['putFlow', 'visibility', 'secret', "Input should be 'public' or 'private' [input: secret]"],
  ['putFlow', 'template', ['a b'], /String should match pattern .*\[input: a b\]/],
  ['putFlow', 'template', [''], /String should match pattern/],
  ['putFlow', 'template', 'a', 'Input should be a valid list [input: a]'],
  ['putFlow', 'name', 'template_file', 'The name is reserved [input: template_file]'],
  ['putFlow', 'name', 'x'.repeat(256), /^String should have at most 255 characters/],
  ['beginTrail', 'origin_url', 'x'.repeat(2049), /^String should have at most 2048 characters/],
  ['beginTrail', 'user_data', 'text', 'Input should be a valid object [input: text]'],
  ['beginTrail', 'user_data', [1], 'Input should be a valid object [input: [1]]'],
  ['beginTrail', 'git_commit_info', 'x', 'Input should be a valid object [input: x]'],
  ['reportArtifact', 'filename', '', /^String should have at least 1 character/],
  ['reportArtifact', 'fingerprint', 'ABC', noFingerprint],
  ['reportArtifact', 'git_commit', 'main', /^String should match pattern/],
  ['reportArtifact', 'git_commit', 'abcd', /^String should match pattern/],
  ['reportArtifact', 'build_url', null, 'Input should be a valid string [input: null]'],
  ['reportArtifact', 'trail_name', '../x', /^String should match pattern/],
  ['reportArtifact', 'template_reference_name', 'x'.repeat(256), /at most 255/],
  ['attestGeneric', 'artifact_fingerprint', 'abc', /^String should match pattern/],
  ['attestGeneric', 'is_compliant', 'true', 'Input should be a valid boolean [input: true]'],
  ['attestGeneric', 'attestation_name', '', /^String should match pattern/],
  ['attestGeneric', 'attestation_name', 'a.b', /^String should match pattern/],
  ['attestJunit', 'junit_results', {}, 'Input should be a valid list [input: {}]'],
]

it(`refuses ${badValues.length} bad values, each with its reason`, async () => {
  const cases = badValues.map((row) => [JSON.stringify(row.slice(0, 3)), row] as const)
  const failures = await failuresOf(cases, async ([target, field, value, reason]) => {
    const answer = await send(target, { ...targets[target].good, [field]: value })
    expect(answer.status).toBe(400)
    const [text] = Object.values(answer.body.errors as Record<string, string>)
    if (typeof reason === 'string') expect(text).toBe(reason)
    else expect(text).toMatch(reason)
    expect(await countRows(app)).toEqual(before)
  })
  expect(failures).toEqual([])
})

/** Objects common to all reports, each with one invalid value. */
const shared: [string, object, RegExp][] = [
  [
    'git_commit_info.sha1',
    { git_commit_info: { ...commitInfo, sha1: 'xyz' } },
    /^String should match/,
  ],
  ['git_commit_info.timestamp', { git_commit_info: { ...commitInfo, timestamp: '1' } }, /number/],
  ['git_commit_info.parents.0', { git_commit_info: { ...commitInfo, parents: [1] } }, /string/],
  ['repo_info.provider', { repo_info: { provider: 'svn' } }, /^Input should be 'github', 'gitlab'/],
  ['repo_info.url', { repo_info: { url: 'not a url' } }, /^Input should be a valid URL/],
  ['external_urls', { external_urls: ['https://a'] }, /valid object/],
  ['annotations', { annotations: 'a' }, /valid object/],
]

const badReports = (
  ['reportArtifact', 'attestGeneric', 'attestJunit', 'beginTrail'] as const
).flatMap((target) =>
  shared
    .filter(([field]) => target !== 'beginTrail' || !field.startsWith('annot'))
    .map(
      ([field, spoilt, reason]) =>
        [`${target}: ${field}`, { target, field, spoilt, reason }] as const,
    ),
)

it(`refuses ${badReports.length} reports with a bad value in a common object, and names it`, async () => {
  const failures = await failuresOf(badReports, async ({ target, field, spoilt, reason }) => {
    const answer = await send(target, { ...targets[target].good, ...spoilt })
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.errors)).toEqual([field])
    expect(answer.body.errors[field]).toMatch(reason)
    expect(await countRows(app)).toEqual(before)
  })
  expect(failures).toEqual([])
})

it('accepts unknown fields', async () => {
  const json = { name: 'extra', unknown: { deep: [1] }, org: 'globex' }
  expect((await send('putFlow', json)).status).toBe(201)
  const form = dataForm({ attestation_name: 'a', is_complaint: false })
  const answer = await app.call('POST', '/attestations/acme/extra/trail/t/generic', { form })
  expect(answer.status).toBe(201)
})
