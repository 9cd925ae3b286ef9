import { createHash, randomBytes } from 'node:crypto'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { reporter } from '#server/testing/reporter.ts'

let app: TestApp
let report: ReturnType<typeof reporter>
beforeAll(async () => {
  app = await startTestApp()
  report = reporter(app)
})
afterAll(() => app.close())

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const path = (id: string, trail = 'run', flow = 'boiler') =>
  `/attestations/acme/${flow}/trail/${trail}/attestation/${id}/evidence`
const download = (id: string) =>
  app.server.inject({
    method: 'GET',
    url: `/api/v2${path(id)}`,
    headers: { authorization: `Bearer ${app.keys.reader}` },
  })
const attest = async (name: string, content: string | Buffer) => {
  const { status, body } = await report.generic(
    'boiler',
    'run',
    { attestation_name: 'a' },
    { name, content },
  )
  expect(status).toBe(201)
  return body as string
}
const noEvidence = { message: 'Attestation has no evidence' }

it.each([
  ['report.xml', 'application/octet-stream', '<testsuite/>'],
  ['evidence.tgz', 'application/gzip', randomBytes(100_000)],
  ['evidence.tar.gz', 'application/gzip', randomBytes(10)],
  ['empty.txt', 'application/octet-stream', ''],
  ['page.html', 'application/octet-stream', '<script>alert(1)</script>'],
])('gives %s back byte by byte', async (name, type, content) => {
  const id = await attest(name, content)
  const answer = await download(id)
  expect(answer.statusCode).toBe(200)
  expect(answer.rawPayload.equals(Buffer.from(content))).toBe(true)
  expect(answer.headers).toMatchObject({
    'content-type': type,
    'content-length': String(content.length),
    'content-disposition': `attachment; filename="${name}"; filename*=UTF-8''${name}`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  const { data } = (await app.call('GET', `/attestations/acme?attestation_id=${id}`)).body
  expect(data[0]).toMatchObject({
    has_audit_package: true,
    evidence_archive_path: name,
    evidence_archive_fingerprint: sha256(content),
    evidence_archive_size: content.length,
    _links: { evidence: { href: `http://localhost:8080/api/v2${path(id)}` } },
  })
})

it.each([
  [
    'ümlaut “x”.txt',
    `attachment; filename="_mlaut _x_.txt"; filename*=UTF-8''%C3%BCmlaut%20%E2%80%9Cx%E2%80%9D.txt`,
  ],
  ['a\u202egnp.exe', `attachment; filename="a_gnp.exe"; filename*=UTF-8''a_gnp.exe`],
  ['../../etc/passwd', `attachment; filename="passwd"; filename*=UTF-8''passwd`],
  ['a%0d%0ab: c', /^attachment; filename="a_0d_0ab: c"; filename\*=UTF-8''a%250d%250ab%3A%20c$/],
  [
    "it's (1)*.txt",
    `attachment; filename="it's (1)*.txt"; filename*=UTF-8''it%27s%20%281%29%2a.txt`,
  ],
])('names the file %s safely', async (name, disposition) => {
  const answer = await download(await attest(name, 'x'))
  const given = answer.headers['content-disposition']
  if (typeof disposition === 'string') expect(given).toBe(disposition)
  else expect(given).toMatch(disposition)
})

it('keeps equal files once', async () => {
  const content = randomBytes(64)
  const ids = await Promise.all(Array.from({ length: 6 }, (_, n) => attest(`${n}.bin`, content)))
  for (const id of ids) expect((await download(id)).rawPayload.equals(content)).toBe(true)
  const folder = join(app.dataDir, 'evidence', sha256(content).slice(0, 2))
  expect((await readdir(folder)).filter((name) => name === sha256(content))).toHaveLength(1)
  expect(await readdir(join(app.dataDir, 'evidence', 'incoming'))).toEqual([])
})

it('is 404 without a file', async () => {
  const { body: bare } = await report.generic('boiler', 'run', { attestation_name: 'bare' })
  const id = await attest('e.txt', 'x')
  await report.generic('boiler', 'other', { attestation_name: 'a' })
  for (const missing of [path(bare), path('unknown'), path(id, 'other')]) {
    const answer = await app.call('GET', missing, { key: 'reader' })
    expect([answer.status, answer.body]).toEqual([404, noEvidence])
  }
  expect((await app.call('GET', path(id, 'unknown'))).body.message).toMatch(/^Trail with name/)
  expect((await app.call('GET', path(id, 'run', 'unknown'))).body.message).toMatch(/^Flow named/)
})

it('has its hash, is never served when it was changed, and is repaired by sending it again', async () => {
  const content = randomBytes(300_000)
  const id = await attest('sound.bin', content)
  const sound = await download(id)
  expect(sound.headers).toMatchObject({
    'repr-digest': `sha-256=:${createHash('sha256').update(content).digest('base64')}:`,
    'cache-control': 'no-store',
  })
  const address = join(app.dataDir, 'evidence', sha256(content).slice(0, 2), sha256(content))
  await writeFile(
    address,
    Buffer.concat([content.subarray(0, -1), Buffer.from([~content.at(-1)! & 255])]),
  )
  const damaged = await download(id)
  expect(damaged.statusCode).toBe(410)
  expect(damaged.json()).toMatchObject({
    message: expect.stringMatching(/^The evidence file is damaged: /),
    code: 'evidence_damaged',
  })
  expect(damaged.headers['content-type']).toBe('application/json; charset=utf-8')
  for (const name of ['repr-digest', 'content-disposition'])
    expect(damaged.headers[name]).toBeUndefined()
  await rm(address)
  const lost = await download(id)
  expect(lost.statusCode).toBe(410)
  expect(lost.json()).toMatchObject({
    message: expect.stringMatching(/^The evidence file is lost: /),
    code: 'evidence_missing',
  })
  await attest('again.bin', content)
  expect((await download(id)).rawPayload.equals(content)).toBe(true)
})
