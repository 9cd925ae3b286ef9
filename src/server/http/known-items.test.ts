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
        expect(known.read(sent, repeats, '/cluster')).toEqual(whole)
      }
    }),
  )
})

const item = '{"podName":"a","namespace":"b","digests":null,"creationTimestamp":1}'

it('keeps fewer lists the longer the names of their senders are', () => {
  const known = new KnownItems()
  const sent = Buffer.from(`{"artifacts":[${item}]}`)
  const read = (length: number) => {
    for (let n = 0; n < 1_000; n += 1) known.read(sent, repeats, `${n}`.padStart(length))
    return known.listCount
  }
  expect(read(10)).toBe(1_000)
  expect(read(14_000)).toBeLessThan(300)
})

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
  expect(new KnownItems().read(Buffer.from(text), repeats, '/cluster')).toBeNull()
})

it('keeps the items of the same endpoint that were sent last', () => {
  const known = new KnownItems()
  const read = (artifacts: readonly object[], of = repeats) =>
    known.read(Buffer.from(JSON.stringify({ artifacts })), of, '/cluster')?.value.artifacts ?? []
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

const podNamed = (name: string, more: object = {}) => ({
  ...JSON.parse(item),
  podName: name,
  ...more,
})
const bodyOf = (artifacts: readonly object[]) => Buffer.from(JSON.stringify({ artifacts }))

it('reads what is added, left out, replaced or moved as the whole body is read', () => {
  const numbers = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(fc.array(numbers, { minLength: 1, maxLength: 4 }), (edits) => {
      const known = new KnownItems()
      let names = Array.from({ length: 50 }, (_, number) => String(number))
      for (const places of [[], ...edits]) {
        for (const [turn, place] of places.entries()) {
          const added = turn % 3 === 0 ? [] : [`${turn} of ${place}`]
          names = names.toSpliced(place, turn % 3 === 1 ? 0 : 1, ...added)
        }
        const sent = bodyOf(names.map((name) => podNamed(name)))
        const whole = names.length > 0 ? readWhole(sent) : null
        expect(known.read(sent, repeats, '/cluster')).toEqual(whole)
      }
    }),
  )
})

it.each([
  ['an item without an end', (text: string) => text.slice(0, -4)],
  ['other text between', (text: string) => text.replace('},{', '}1,{')],
  ['text after it', (text: string) => `${text}]`],
  ['another end', (text: string) => text.replace(/\]\}$/, ']]')],
  ['an invalid item', (text: string) => text.replace('"10"', '10')],
  ['a list as an item', (text: string) => text.replace('},{', '},[],{')],
  [
    'deep nesting',
    (text: string) => text.replace('"10"', `"10","x":${'['.repeat(98)}${']'.repeat(98)}`),
  ],
  [
    'more values than one may have',
    (text: string) => text.replace('"10"', `"10","x":[${'1,'.repeat(300_000)}1]`),
  ],
])('leaves a body with %s beside known items to be read as a whole', (_, change) => {
  const known = new KnownItems()
  const text = bodyOf(Array.from({ length: 20 }, (_, one) => podNamed(String(one)))).toString()
  expect(known.read(Buffer.from(text), repeats, '/cluster')).not.toBeNull()
  expect(known.read(Buffer.from(change(text)), repeats, '/cluster')).toBeNull()
})

it('counts the values of all items of a list that grows', () => {
  const known = new KnownItems()
  const large = (one: number) =>
    podNamed(String(one), { x: Array.from({ length: 90_000 }, () => 1) })
  const pods = [0, 1, 2, 3].map(large)
  const read = (count: number) => known.read(bodyOf(pods.slice(0, count)), repeats, '/cluster')
  expect(read(2)).not.toBeNull()
  expect(read(3)).not.toBeNull()
  expect(read(4)).toBeNull()
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
