import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { RepeatedItems } from '#contract/common/endpoint.ts'
import { reportDocker, reportK8s } from '#contract/environment/environment-report.ts'
import { startTestApp } from '#server/testing/app.ts'
import { KnownItems } from './known-items.ts'
import { readJson } from './read-json.ts'

const { schema } = reportK8s.body
const repeats: RepeatedItems = reportK8s.body.repeats

const pod = fc.record(
  {
    podName: fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '')),
    namespace: fc.constantFrom('a', '}]', '"{[', '\\'),
    digests: fc.option(fc.dictionary(fc.constantFrom('one', '[', 'ü'), fc.constant(''))),
    creationTimestamp: fc.integer(),
    owners: fc.option(fc.array(fc.record({ kind: fc.string(), more: fc.jsonValue() }))),
    unknown: fc.jsonValue(),
  },
  { requiredKeys: ['podName', 'namespace', 'digests', 'creationTimestamp'] },
)

/** Reads a body without knowing items; null if it is refused. */
function readWhole(bytes: Buffer) {
  try {
    const { value, raw } = readJson(bytes, 'body')
    const { data } = schema.safeParse(value)
    return data ? { value: data, raw } : null
  } catch {
    return null
  }
}

it('reads items as the whole body is read, whether they are known or not', () => {
  const lists = fc.array(fc.array(pod, { maxLength: 5 }), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(lists, fc.constantFrom('', ' ', '\t'), (reports, indent) => {
      const known = new KnownItems()
      for (const artifacts of [...reports, ...reports.toReversed()]) {
        const sent = Buffer.from(JSON.stringify({ artifacts }, null, indent))
        const whole = artifacts.length > 0 ? readWhole(sent) : null
        expect(known.read(sent, repeats)).toEqual(whole)
      }
    }),
  )
})

const item = '{"podName":"a","namespace":"b","digests":null,"creationTimestamp":1}'

it.each([
  ['another member', `{"others":[${item}]}`],
  ['more members', `{"artifacts":[${item}],"more":1}`],
  ['the member twice', `{"artifacts":[${item}],"artifacts":[${item}]}`],
  ['a member twice in an item', `{"artifacts":[${item.replace('}', ',"namespace":"c"}')}]}`],
  ['other text between', `{"artifacts":[${item} 1, ${item}]}`],
  ['no comma between', `{"artifacts":[${item}${item}]}`],
  ['text after it', `{"artifacts":[${item}]}]`],
  ['no end', `{"artifacts":[${item}`],
  ['another bracket at its end', `{"artifacts":[${item}}]`],
  ['lists as items', `{"artifacts":[[${item}]]}`],
  [
    'deep nesting',
    `{"artifacts":[${item.replace('}', `,"x":${'['.repeat(99)}${']'.repeat(99)}}`)}]}`,
  ],
  ['an item of another shape', `{"artifacts":[${item},{}]}`],
  ['no items', '{"artifacts":[]}'],
])('leaves a body with %s to be read as a whole', (_, text) => {
  expect(new KnownItems().read(Buffer.from(text), repeats)).toBeNull()
})

it('keeps the items of the same endpoint that were sent last', () => {
  const known = new KnownItems()
  const read = (artifacts: readonly object[], of = repeats) =>
    known.read(Buffer.from(JSON.stringify({ artifacts })), of)?.value.artifacts ?? []
  const [first] = read([JSON.parse(item)])
  expect(read([JSON.parse(item)])[0]).toBe(first)
  expect(read([JSON.parse(item)], reportDocker.body.repeats)[0]).not.toEqual(first)
  const many = Array.from({ length: 6 }, (_, report) =>
    Array.from({ length: 1_000 }, (_, number) => ({
      ...JSON.parse(item),
      podName: `${report} ${number} ${'x'.repeat(1_000)}`,
    })),
  )
  const again = read([JSON.parse(item)])[0]
  for (const others of many) read(others)
  const afterwards = read([JSON.parse(item)])[0]
  expect(afterwards).toEqual(again)
  expect(afterwards).not.toBe(again)
})

it('names the fault of an item beside known ones, and records the hash of the JSON as sent', async () => {
  const app = await startTestApp()
  try {
    await app.call('PUT', '/environments/acme', { json: { name: 'cluster', type: 'K8S' } })
    const send = (content: string) =>
      app.call('PUT', '/environments/acme/cluster/report/K8S', {
        raw: { type: 'application/json', content },
      })
    const running = item.replace('null', `{"image":"${'a'.repeat(64)}"}`)
    const sent = `{ "artifacts": [${running}, ${item}] }`
    expect((await send(sent)).status).toBe(201)
    const { status, text } = await send(`{"artifacts":[${running},{"podName":"a"}]}`)
    expect(status).toBe(400)
    expect(text).toContain('artifacts.1.namespace')
    const [row] = await app.query(`select body from record where kind = 'environment_reported'`)
    const { report_sha256 } = JSON.parse(row?.body as string) as { report_sha256: string }
    expect(report_sha256).toBe(createHash('sha256').update(sent).digest('hex'))
  } finally {
    await app.close()
  }
})
