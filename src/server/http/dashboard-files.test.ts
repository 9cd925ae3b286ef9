import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { serveDashboard } from './dashboard-files.ts'
import { unmatchedBy } from './problem-response.ts'

let folder: string
let server: FastifyInstance
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-static-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(
    join(folder, 'index.html'),
    '<html data-page="CAIRN_PAGE"><head><style nonce="CAIRN_CSP_NONCE"></style></head>CAIRN_ORG</html>',
  )
  const loads = [
    { path: '^/sign-in/?$', kind: 'none', scripts: ['/assets/sign-in.js'] },
    { path: '^/[^/]+/?$', kind: 'overview', scripts: ['/assets/overview.js'] },
    { path: '^/[^/]+/flows/?$', kind: 'list', scripts: ['/assets/flows.js'] },
  ]
  await writeFile(join(folder, 'first-loads.json'), JSON.stringify(loads))
  await writeFile(join(folder, 'index.html.gz'), 'x')
  await writeFile(join(folder, 'assets', 'main-1234567.js'), 'plain')
  await writeFile(join(folder, 'assets', 'main-1234567.js.br'), 'brotli')
  await writeFile(join(folder, 'assets', 'main-1234567.js.gz'), 'gzip')
  await writeFile(join(folder, 'favicon.svg'), '<svg/>')
  server = Fastify()
  server.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  await serveDashboard(server, folder, unmatchedBy(server))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

it.each(['/', '/index.html', '/acme/flows'])('gives %s a policy, and its nonce', async (url) => {
  const { headers, body, statusCode } = await server.inject(url)
  expect(statusCode).toBe(200)
  const [, nonce] = /nonce="(.+?)"/.exec(body) ?? []
  expect(nonce).not.toBe('CAIRN_CSP_NONCE')
  expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
  expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'")
  expect(headers['cache-control']).toBe('no-store')
})

it.each(['/acme/flows', '/assets/main-1234567.js', '/favicon.svg', '/healthz'])(
  'tells browsers with %s to keep it apart from other sites',
  async (url) => {
    const { headers } = await server.inject(url)
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'x-frame-options': 'DENY',
      'x-permitted-cross-domain-policies': 'none',
    })
  },
)

it('lets browsers keep assets', async () => {
  const { headers } = await server.inject('/assets/main-1234567.js')
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
    'content-length': '5',
    vary: 'accept-encoding',
  })
  const { headers: icon } = await server.inject('/favicon.svg')
  expect(icon).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'image/svg+xml' })
})

it.each([
  { accepted: undefined, form: undefined, body: 'plain' },
  { accepted: 'gzip, deflate, br, zstd', form: 'br', body: 'brotli' },
  { accepted: 'gzip', form: 'gzip', body: 'gzip' },
  { accepted: 'br;q=0, gzip;q=0.5', form: 'gzip', body: 'gzip' },
  { accepted: 'identity', form: undefined, body: 'plain' },
  { accepted: ',;q==,\u00ff', form: undefined, body: 'plain' },
])('sends an asset as it is accepted by "$accepted"', async ({ accepted, form, body }) => {
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted }
  const answer = await server.inject({ url: '/assets/main-1234567.js', headers })
  expect(answer.body).toBe(body)
  expect(answer.headers['content-encoding']).toBe(form)
  const { etag } = answer.headers
  for (const tags of [String(etag), `"other", W/${etag}`]) {
    const known = { ...headers, 'if-none-match': tags }
    const unchanged = await server.inject({ url: '/assets/main-1234567.js', headers: known })
    expect([unchanged.statusCode, unchanged.body]).toEqual([304, ''])
  }
  const head = await server.inject({ method: 'HEAD', url: '/assets/main-1234567.js', headers })
  expect([head.headers['content-length'], head.body]).toEqual([String(body.length), ''])
})

it.each(['/assets/none.js', '/assets/main-1234567.js.br', '/assets/'])(
  'has no file at %s',
  async (url) => {
    expect((await server.inject(url)).statusCode).toBe(404)
  },
)

it('compresses the page, for who accepts that', async () => {
  const headers = { 'accept-encoding': 'gzip, br' }
  const page = '<html><head></head>CAIRN_ORG</html>'.padEnd(3_000, ' ')
  await writeFile(join(folder, 'index.html'), page)
  const other = Fastify()
  onTestFinished(() => other.close())
  await serveDashboard(other, folder, unmatchedBy(other))
  const answer = await other.inject({ url: '/acme', headers })
  expect(answer.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(brotliDecompressSync(answer.rawPayload).toString()).toContain('</head>acme</html>')
  expect((await other.inject('/acme')).headers['content-encoding']).toBeUndefined()
})

const linksOf = (body: string) =>
  [...body.matchAll(/<link rel="(.+?)".*? href="(.+?)"/g)].map(([, rel, href]) => `${rel} ${href}`)

it.each([
  {
    url: '/acme',
    kind: 'overview',
    links: [
      'modulepreload /assets/overview.js',
      'preload /api/v2/cairn/session',
      'preload /api/v2/cairn/acme/overview',
      'preload /api/v2/cairn/acme/overview/trails?from=1789430400',
      'preload /api/v2/cairn/acme/notifications?health=failing&amp;per_page=50',
      'preload /api/v2/cairn/acme/exceptions?state=requested&amp;state=expiring&amp;per_page=100',
    ],
  },
  {
    url: '/acme?tag=team%3Dweb',
    kind: 'overview',
    links: ['modulepreload /assets/overview.js', 'preload /api/v2/cairn/session'],
  },
  {
    url: '/acme/flows?range=7d',
    kind: 'list',
    links: ['modulepreload /assets/flows.js', 'preload /api/v2/cairn/session'],
  },
  { url: '/acme/no-such-page', kind: 'none', links: [] },
])('says what $url loads first, to who has a session', async ({ url, kind, links }) => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_790_000_000_000 })
  onTestFinished(() => void vi.useRealTimers())
  const { body } = await server.inject({ url, headers: { cookie: 'cairn_session=x' } })
  expect(body).toContain(`data-page="${kind}"`)
  expect(body).toContain('</head>acme</html>')
  expect(linksOf(body)).toEqual(links)
  const { body: signedOut } = await server.inject(url)
  expect(signedOut).toContain('data-page="none"')
  expect(linksOf(signedOut)).toEqual([])
})
