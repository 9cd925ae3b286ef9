import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { reporter } from '#server/testing/reporter.ts'

let app: TestApp
let webDir: string
beforeAll(async () => {
  webDir = await mkdtemp(join(tmpdir(), 'cairn-web-'))
  await writeFile(join(webDir, 'index.html'), '<!doctype html><title>Cairn</title>')
  await writeFile(join(webDir, 'first-loads.json'), '[]')
  app = await startTestApp({ webDir })
  const report = reporter(app)
  await report.flow('f')
  await report.begin('f', 'run')
})
afterAll(async () => {
  await app.close()
  await rm(webDir, { recursive: true })
})

const anonymous = (method: string, path: string) => app.call(method, `/${path}`, { key: null })

describe('probes', () => {
  it.each(['/ready', '/live'])('%s answers OK, to HEAD without a body', async (path) => {
    const { status, text } = await anonymous('GET', path)
    expect([status, text]).toEqual([200, 'OK'])
    const head = await anonymous('HEAD', path)
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', '2'])
  })

  it.each(['/health', '/healthz', '/readyz', '/livez', '/version', '/.env', '/_status', '//x'])(
    'get no success at %s',
    async (path) => {
      expect(await anonymous('GET', path)).toMatchObject({
        status: 404,
        body: { message: 'Not found' },
      })
    },
  )

  it.each(['/', '/sign-in', '/acme', '/acme/flows/f', '/api/docs'])(
    'find the dashboard at %s',
    async (path) => {
      const { status, headers } = await anonymous('GET', path)
      expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    },
  )

  it('fail when evidence cannot be stored', async () => {
    const folder = join(app.dataDir, 'evidence', 'incoming')
    await rm(folder, { recursive: true })
    await expect
      .poll(() => anonymous('GET', '/ready'))
      .toMatchObject({
        status: 503,
        headers: { 'retry-after': '2' },
        body: { message: 'Not ready: evidence cannot be stored' },
      })
    expect((await anonymous('GET', '/live')).status).toBe(200)
  })
})

describe('HEAD', () => {
  it.each([
    ['a list', '/flows/acme'],
    ['a record', '/flows/acme/f'],
    ['what is not there', '/flows/acme/never'],
    ['somebody else', '/flows/globex'],
  ])('of %s has the headers of GET, and no body', async (_what, path) => {
    const [get, head] = [await app.call('GET', path), await app.call('HEAD', path)]
    expect([head.status, head.text]).toEqual([get.status, ''])
    for (const name of ['content-type', 'content-length', 'etag']) {
      expect([name, head.headers[name]]).toEqual([name, get.headers[name]])
    }
  })

  it('of a file and of a stream of events begins neither', async () => {
    const file = await app.call('HEAD', '/cairn/acme/exports/attestations?format=csv')
    expect([file.status, file.text]).toEqual([200, ''])
    expect(file.headers['content-disposition']).toContain('attachment')
    const events = await app.call('HEAD', '/cairn/acme/events')
    expect([events.status, events.text]).toEqual([200, ''])
  })

  it('is named where another method is refused', async () => {
    const { status, headers } = await app.call('DELETE', '/flows/acme')
    expect([status, headers['allow']]).toEqual([405, 'PUT, GET, HEAD'])
  })
})
