import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
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

async function expectRefused(target: Target, content: string | Buffer, errors: object) {
  const answer = await sendText(target, content)
  expect(answer.body).toEqual({ message: failed, errors })
  expect(answer.status).toBe(400)
  expect(await countRows(app)).toEqual(before)
}

describe.each(names)('%s', (target) => {
  const { part, good } = targets[target]
  const own = target.startsWith('attest') ? 'attestation_name' : 'name'
  const nameField = target === 'reportArtifact' ? 'filename' : own

  it.each([
    ['broken', '{"name": '],
    ['text', 'name=f'],
    ['with a comma too many', '{"name":"f",}'],
    ['two documents', '{"name":"f"}{"name":"g"}'],
    ['NaN', '{"name":NaN}'],
  ])('refuses JSON that is %s', async (_name, text) => {
    const reason = expect.stringMatching(/^Input should be valid JSON: .* \[input: /s)
    await expectRefused(target, text, { [part]: reason })
  })

  it.each([
    ['a list', '[]'],
    ['a text', '"f"'],
    ['a number', '5'],
    ['true', 'true'],
  ])('refuses %s where an object belongs', async (_name, text) => {
    const input = text.replaceAll('"', '')
    const errors = { [part]: `Input should be a valid object [input: ${input}]` }
    await expectRefused(target, text, errors)
  })

  it.each([
    ['invalid UTF-8', Buffer.from([0x22, 0xff, 0x22])],
    ['a lone continuation byte', Buffer.from([0x7b, 0x80, 0x7d])],
    ['UTF-16', Buffer.from('\ufeff{}', 'utf16le')],
  ])('refuses %s', async (_name, bytes) => {
    await expectRefused(target, bytes, {
      [part]: `Input should be valid UTF-8 [input: ${bytes.toString('utf8')}]`,
    })
  })

  it.each(['', ' \r\n', 'null', '{}'])('reads %j as an object without fields', async (text) => {
    const answer = await sendText(target, text)
    expect(answer.status).toBe(400)
    expect(answer.body.errors[nameField]).toBe('Field required')
  })

  it.each([
    ['a number', 7, 'Input should be a valid string [input: 7]'],
    ['an object', { a: 1 }, 'Input should be a valid string [input: {"a":1}]'],
    ['a list', ['f'], 'Input should be a valid string [input: ["f"]]'],
    ['null', null, 'Input should be a valid string [input: null]'],
  ])('refuses %s as name', async (_name, value, reason) => {
    const json = JSON.stringify({ ...good, [nameField]: value })
    await expectRefused(target, json, { [nameField]: reason })
  })

  it.each([
    ['U+0000 in a text', '"a\\u0000b"', 'a\\u0000b'],
    ['half a surrogate pair', '"a\\ud800b"', 'a\ufffdb'],
    ['the other half', '"\\udc00"', '\ufffd'],
  ])('refuses %s', async (_name, text, shown) => {
    const json = JSON.stringify(good).replace(/}$/, `,"user_data":{"deep":[{"x":${text}}]}}`)
    const reason = `Text may not hold U+0000 or a lone surrogate [input: ${shown}]`
    await expectRefused(target, json, { 'user_data.deep.0.x': reason })
  })

  it('refuses U+0000 in a key, also of an unknown field', async () => {
    const json = JSON.stringify(good).replace(/}$/, ',"unknown":{"a\\u0000":1}}')
    const reason = 'Text may not hold U+0000 or a lone surrogate [input: a\\u0000]'
    await expectRefused(target, json, { 'unknown.a\\u0000': reason })
  })

  it.each(['[', '{"a":'])('refuses nesting without end of %j', async (open) => {
    const close = open === '[' ? ']' : '}'
    const deep = `${open.repeat(30_000)}1${close.repeat(30_000)}`
    const json = JSON.stringify(good).replace(/}$/, `,"user_data":${deep}}`)
    const answer = await sendText(target, json)
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('Input should be nested at most 100 levels deep')
  })

  it('refuses numbers that no JSON reader can represent', async () => {
    const json = JSON.stringify(good).replace(/}$/, ',"user_data":{"n":1e400}}')
    const reason = expect.stringMatching(/^Input should be a finite number/)
    await expectRefused(target, json, { 'user_data.n': reason })
  })
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
  expect(answer.body.errors.body).toMatch(/^Input should (be nested|hold) at most \d+ /)
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

it.each([
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
  [
    'reportArtifact',
    'fingerprint',
    'ABC',
    "String should match pattern '^[a-f0-9]{64}$' [input: ABC]",
  ],
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
] as [Target, string, unknown, string | RegExp][])('%s refuses %s %j', async (...row) => {
  const [target, field, value, reason] = row
  const answer = await send(target, { ...targets[target].good, [field]: value })
  expect(answer.status).toBe(400)
  const [text] = Object.values(answer.body.errors as Record<string, string>)
  if (typeof reason === 'string') expect(text).toBe(reason)
  else expect(text).toMatch(reason)
  expect(await countRows(app)).toEqual(before)
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

describe.each(['reportArtifact', 'attestGeneric', 'attestJunit', 'beginTrail'] as const)(
  '%s refuses',
  (target) => {
    const rows = shared.filter(([field]) => target !== 'beginTrail' || !field.startsWith('annot'))
    it.each(rows)('a bad %s', async (field, spoilt, reason) => {
      const answer = await send(target, { ...targets[target].good, ...spoilt })
      expect(answer.status).toBe(400)
      expect(Object.keys(answer.body.errors)).toEqual([field])
      expect(answer.body.errors[field]).toMatch(reason)
      expect(await countRows(app)).toEqual(before)
    })
  },
)

it('accepts unknown fields', async () => {
  const json = { name: 'extra', unknown: { deep: [1] }, org: 'globex' }
  expect((await send('putFlow', json)).status).toBe(201)
  const form = dataForm({ attestation_name: 'a', is_complaint: false })
  const answer = await app.call('POST', '/attestations/acme/extra/trail/t/generic', { form })
  expect(answer.status).toBe(201)
})
