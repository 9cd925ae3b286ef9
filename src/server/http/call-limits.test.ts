import { afterAll, beforeAll, expect, it } from 'vitest'
import { type App, createApp } from '#server/app.ts'
import { readConfig } from '#server/platform/config.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

/** Seconds since 1970: ten seconds of a minute are over. */
let now = 1_800_000_010
const environment = { CAIRN_MAX_CALLS_PER_KEY: '3', CAIRN_MAX_CALLS_PER_ORGANIZATION: '5' }

let app: TestApp
let other: App
beforeAll(async () => {
  app = await startTestApp({ environment, clock: () => now })
  other = await createApp({
    config: readConfig({ ...environment, CAIRN_DATA_DIR: app.dataDir, LOG_LEVEL: 'silent' }),
    database: { connection: app.connection, direct: app.connection },
    webDir: null,
    clock: () => now,
    background: false,
  })
})
afterAll(async () => {
  await other.close()
  await app.close()
})

const read = (key: string, path = '/flows/acme') => app.call('GET', path, { key })

async function statusInOther(key: string): Promise<number> {
  const authorization = `Bearer ${app.keys[key]}`
  const url = '/api/v2/flows/acme'
  return (await other.server.inject({ url, headers: { authorization } })).statusCode
}

/** Waits until this many calls of this minute are stored. */
const stored = (key: string, count: number) =>
  expect
    .poll(() =>
      app.query('select count from call_count where key like $1 and minute = $2', [
        `${key} %`,
        Math.floor(now / 60),
      ]),
    )
    .toEqual([{ count }])

it('refuses a key that calls too often, until the next minute', async () => {
  for (let times = 0; times < 3; times += 1) expect((await read('member')).status).toBe(200)
  const refused = await read('member')
  expect(refused).toMatchObject({
    status: 429,
    body: { message: 'This key may make 3 calls a minute: wait 50 seconds' },
    headers: { 'retry-after': '50' },
  })
  expect((await read('reader')).status).toBe(200)
  now += 60
  expect((await read('member')).status).toBe(200)
  now += 60
})

it('counts calls of all processes together', async () => {
  for (let times = 0; times < 3; times += 1) expect(await statusInOther('admin')).toBe(200)
  await stored('key', 3)
  // Its own count is one, and what it stores it learns of the others with.
  expect((await read('admin')).status).toBe(200)
  await stored('key', 4)
  const refused = await read('admin')
  expect([refused.status, refused.body.message]).toEqual([
    429,
    expect.stringMatching(/^This key may make 3 calls a minute/),
  ])
  now += 60
})

it('counts the keys of an organization together, each organization apart', async () => {
  for (const key of ['admin', 'member', 'reader', 'snapshotter', 'admin'])
    expect((await read(key)).status).toBe(200)
  expect((await read('member')).body.message).toMatch(
    /^Keys may make 5 calls a minute to acme: wait \d+ seconds$/,
  )
  expect((await read('outsider', '/flows/globex')).status).toBe(200)
  now += 60
})

it('limits nobody in the dashboard', async () => {
  const signedIn = await app.call('POST', '/cairn/session', {
    key: null,
    json: { api_key: app.keys['member'] },
  })
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? ''
  for (let times = 0; times < 8; times += 1) {
    const { status } = await app.call('GET', '/flows/acme', { key: null, headers: { cookie } })
    expect(status).toBe(200)
  }
})

it('counts refused calls in its metrics', async () => {
  now += 60
  const { text } = await app.call('GET', '//metrics', { key: 'admin' })
  expect(text).toMatch(/cairn_calls_limited_total\{by="key"\} [1-9]/)
  expect(text).toMatch(/cairn_calls_limited_total\{by="organization"\} 1/)
})
