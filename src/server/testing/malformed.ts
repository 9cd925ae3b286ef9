import fc from 'fast-check'

const boundary = 'cairn-any-boundary'
const head = (name: string, more = '') =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`
const end = `\r\n--${boundary}--\r\n`

/** JSON that is too deep, too large, or not quite JSON. */
const hostileJson = fc.oneof(
  fc.integer({ min: 50, max: 9000 }).map((depth) => '['.repeat(depth)),
  fc.integer({ min: 50, max: 4000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
  fc.integer({ min: 50, max: 4000 }).map((depth) => `${'{"name":'.repeat(depth)}1`),
  fc
    .integer({ min: 1000, max: 60_000 })
    .map((size) => JSON.stringify({ name: 'x'.repeat(size), description: 'é'.repeat(size / 4) })),
  fc.integer({ min: 100, max: 1000 }).map((size) =>
    JSON.stringify({
      name: 'n',
      tags: Object.fromEntries(Array.from({ length: size }).entries()),
    }),
  ),
  fc.constantFrom(
    '\ufeff{}',
    '{"name":"\\ud800"}',
    '{"name":"a\\u0000b"}',
    '{"name":1e999}',
    '{"name":-0}',
    '{"name":"a","name":"b"}',
    '{"__proto__":{"name":"a"},"constructor":{"prototype":{}}}',
    '{"name":"a"}{"name":"b"}',
    "{'name':'a'}",
    '{"name":NaN}',
    '"text"',
    '0',
    '[]',
    'true',
  ),
)

/** Malformed multipart bodies: parts missing, repeated, unnamed, unended, or very many. */
function hostileMultipart(part: string, file: string) {
  const json = head(part) + JSON.stringify({ name: 'any', attestation_name: 'any' })
  return fc.constantFrom(
    '',
    end,
    json,
    `${json}${end}`.replaceAll('\r\n', '\n'),
    `${json}\r\n${json}${end}`,
    `${head('other')}1${end}`,
    `${head('')}{}${end}`,
    `--${boundary}\r\n\r\n{}${end}`,
    `--${boundary}\r\nContent-Disposition: attachment\r\n\r\n{}${end}`,
    `${head(part, '; filename="a.json"')}{}${end}`,
    `${json}\r\n${head(file, '; filename="../../../etc/passwd"')}x${end}`,
    `${json}\r\n${head(file, '; filename=""')}${end}`,
    `${json}\r\n${head(file, `; filename="${'x'.repeat(9000)}"`)}x${end}`,
    `${json}\r\n${head(file, "; filename*=UTF-8''%ff%00")}\0\x01${end}`,
    `${json}\r\n${head(file)}\xff\xfe${end}`,
    `${json}\r\n${`${head('x')}1\r\n`.repeat(1200)}${end}`,
    `${json}\r\n--${boundary}\r\n${'X-Header: 1\r\n'.repeat(3000)}\r\n1${end}`,
  )
}

/** Hostile bodies for any endpoint, each with its content type. */
export function hostileBodies(body: { kind: string; part?: string; file?: { name: string } }) {
  const json = hostileJson.map((content) => ({ type: 'application/json', content }))
  const { part = 'data_json', file = { name: 'file' } } = body
  const types = fc.constantFrom(
    `multipart/form-data; boundary=${boundary}`,
    `multipart/form-data; boundary="${boundary}"; charset=utf-8`,
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `multipart/mixed; boundary=${boundary}`,
    'application/json; charset=utf-16',
    'application/x-www-form-urlencoded',
    'text/plain',
  )
  const parts = fc
    .tuple(types, fc.oneof(hostileMultipart(part, file.name), hostileJson))
    .map(([type, content]) => ({ type, content }))
  const jsonPart = hostileJson.map((content) => ({
    type: `multipart/form-data; boundary=${boundary}`,
    content: head(part) + content + end,
  }))
  return fc.oneof(json, parts, ...(body.kind === 'multipart' ? [jsonPart] : []))
}

const headerText = fc.stringMatching(/^[!-~\x80-\xff]([ -~\x80-\xff]*[!-~\x80-\xff])?$/)

/** Headers that a proxy, a browser or nobody would send. */
export const oddHeaders = fc.dictionary(
  fc.constantFrom(
    'accept',
    'accept-encoding',
    'accept-language',
    'content-type',
    'cookie',
    'forwarded',
    'host',
    'idempotency-key',
    'if-match',
    'if-none-match',
    'origin',
    'range',
    'user-agent',
    'x-cairn-request',
    'x-forwarded-for',
    'x-http-method-override',
    'x-request-id',
  ),
  fc.oneof(headerText, fc.constantFrom('*', '"x"', '0', 'gzip, br', 'bytes=0-', '__proto__')),
  { maxKeys: 3 },
)
