import { readdir } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { multipart } from '#server/testing/multipart.ts'
import { countRows } from '#server/testing/rows.ts'

let app: TestApp
let port: number
beforeAll(async () => {
  app = await startTestApp()
  await app.server.listen({ port: 0 })
  port = (app.server.server.address() as AddressInfo).port
})
afterAll(() => app.close())

/** Sends bytes as they are, and returns the answer when the connection is closed. */
function talk(chunks: (string | Buffer)[], options: { end?: boolean } = {}) {
  return new Promise<string>((resolve) => {
    let text = ''
    const socket = connect({ port }, () => {
      for (const chunk of chunks) socket.write(chunk)
      if (options.end) socket.destroy()
    })
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(text))
  })
}

const head = (method: string, path: string, ...headers: string[]) =>
  [
    `${method} /api/v2${path} HTTP/1.1`,
    'Host: cairn.test',
    `Authorization: Bearer ${app.keys.member}`,
    'Connection: close',
    ...headers,
    '',
    '',
  ].join('\r\n')

const bodyOf = (answer: string) =>
  JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1))
const uploads = () => readdir(join(app.dataDir, 'evidence', 'incoming'))
const attest = '/attestations/acme/socket/trail/run/generic'
const { type, content } = multipart([
  { name: 'data_json', content: '{"attestation_name":"a"}' },
  { name: 'attachment_file', fileName: 'e.bin', content: Buffer.alloc(200_000, 'x') },
])

it('stores nothing of an upload that breaks off, wherever', async () => {
  const before = await countRows(app)
  const start = head('POST', attest, `Content-Type: ${type}`, `Content-Length: ${content.length}`)
  const lengths = [0, 50, 140, 300, 70_000, content.length - 30, content.length - 1]
  for (const length of Array.from({ length: 30 }, () => lengths).flat()) {
    await talk([start, content.subarray(0, length)], { end: true })
  }
  await expect.poll(uploads).toEqual([])
  expect(await countRows(app)).toEqual(before)
  expect((await app.call('GET', '/flows/acme')).status).toBe(200)
})

it('accepts an upload in chunks of any size', async () => {
  const start = head('POST', attest, `Content-Type: ${type}`, 'Transfer-Encoding: chunked')
  const chunks: (string | Buffer)[] = [start]
  for (let at = 0; at < content.length; at += 9973) {
    const part = content.subarray(at, at + 9973)
    chunks.push(`${part.length.toString(16)}\r\n`, part, '\r\n')
  }
  const answer = await talk([...chunks, '0\r\n\r\n'])
  expect(answer).toMatch(/^HTTP\/1\.1 201 /)
})

it('answers 413 to a client that sends a file without end', async () => {
  const before = await countRows(app)
  const endless = multipart([
    { name: 'data_json', content: '{"attestation_name":"a"}' },
    { name: 'attachment_file', fileName: 'e.bin', content: Buffer.alloc(12 * 1024 * 1024, 'x') },
  ])
  const headers = [`Content-Type: ${endless.type}`, `Content-Length: ${endless.content.length}`]
  const answer = await talk([head('POST', attest, ...headers), endless.content])
  expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  expect(bodyOf(answer).message).toBe("File 'e.bin' is too large: the limit is 10 MB")
  expect(await countRows(app)).toEqual(before)
  await expect.poll(uploads).toEqual([])
})

it.each([
  ['no HTTP at all', ['nonsense\r\n\r\n'], 400],
  ['headers without end', ['GET / HTTP/1.1\r\nX: ', 'x'.repeat(40_000), '\r\n\r\n'], 431],
  ['a query without end', [`GET /?x=${'x'.repeat(40_000)} HTTP/1.1\r\n\r\n`], 431],
  [
    'two content lengths',
    ['PUT / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    400,
  ],
  ['no host', ['GET /ready HTTP/1.1\r\n\r\n'], 400],
  ['a raw NUL in the path', ['GET /api/v2/\0 HTTP/1.1\r\nHost: x\r\n\r\n'], 400],
  [
    'a raw umlaut in the path',
    ['GET /api/v2/flows/\u00fc HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    400,
  ],
] as [string, string[], number][])('answers %s in JSON', async (_name, chunks, status) => {
  const answer = await talk(chunks)
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  if (/\r\ncontent-type: application\/json/i.test(answer)) {
    expect(bodyOf(answer).message).toBeTypeOf('string')
    expect(answer).toMatch(/\r\nx-request-id: /i)
  } else expect(answer).toMatch(/\r\n\r\n$/)
})

it('answers HEAD and CONNECT without failing', async () => {
  expect(await talk([head('HEAD', '/flows/acme')])).toMatch(/^HTTP\/1\.1 200 [^]*\r\n\r\n$/)
  await talk(['CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n'])
  expect((await app.call('GET', '/flows/acme')).status).toBe(200)
})

it('serves a client that sends two requests at once on one connection', async () => {
  const first = head('GET', '/flows/acme').replace('Connection: close\r\n', '')
  const answer = await talk([first + head('GET', '/trails/acme')])
  expect(answer.match(/HTTP\/1\.1 200 /g)).toHaveLength(2)
})
