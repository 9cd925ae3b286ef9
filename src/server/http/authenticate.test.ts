import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withAdministration } from '#server/database/system/administration.ts'
import { makeKey } from '#server/platform/credentials.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

let app: TestApp
beforeAll(async () => void (app = await startTestApp()))
afterAll(() => app.close())

const read = (authorization: string) =>
  app.call('GET', '/flows/acme', { key: null, headers: { authorization } })
const base64 = (text: string) => Buffer.from(text).toString('base64')
const lastOf = (key: string) => (key.endsWith('0') ? '1' : '0')

const keyOf = async (change: string): Promise<string> => {
  const key = await withAdministration(app.connection, (it) => it.addKey('reader', 'test'))
  const id = key.split('_')[2]
  await app.query(`update api_key set ${change} where id = $1`, [id])
  return key
}

describe('accepts', () => {
  it.each([
    ['a Bearer key', (key: string) => `Bearer ${key}`],
    ['the scheme in any case', (key: string) => `bEARER ${key}`],
    ['more than one space', (key: string) => `Bearer   ${key} `],
    ['Basic with an empty password', (key: string) => `Basic ${base64(`${key}:`)}`],
    ['Basic with any password', (key: string) => `Basic ${base64(`${key}:pass:word`)}`],
  ])('%s', async (_name, header) => {
    expect((await read(header(app.keys.reader ?? ''))).status).toBe(200)
  })

  it('an imported key with dots, as existing pipelines use', async () => {
    const key = 'old.key.of-a-pipeline_42'
    await withAdministration(app.connection, (it) => it.importKey('reader', key))
    expect((await read(`Bearer ${key}`)).status).toBe(200)
    expect((await read(`Basic ${base64(`${key}:`)}`)).status).toBe(200)
    expect((await read(`Bearer ${key}x`)).status).toBe(401)
  })
})

describe('refuses', () => {
  it.each([
    ['nothing', () => ''],
    ['a key without a scheme', (key: string) => key],
    ['another scheme', (key: string) => `Digest ${key}`],
    ['Basic without the colon', (key: string) => `Basic ${base64(key)}`],
    ['Basic that is no base64', () => 'Basic %%%'],
    ['Basic with the key as password', (key: string) => `Basic ${base64(`:${key}`)}`],
    ['DRY_RUN', () => 'Bearer DRY_RUN'],
    ['DRY_RUN as Basic', () => `Basic ${base64('DRY_RUN:')}`],
    ['a key with another checksum', (key: string) => `Bearer ${key.slice(0, -1)}${lastOf(key)}`],
    ['a key that is cut', (key: string) => `Bearer ${key.slice(0, -9)}`],
    ['a key with more behind', (key: string) => `Bearer ${key}0`],
    ['a key in capitals', (key: string) => `Bearer ${key.toUpperCase()}`],
    ['two keys', (key: string) => `Bearer ${key} ${key}`],
    ['an unknown key of an older system', () => 'Bearer unknown-but-well-formed'],
    ['a very long key', () => `Bearer ${'x'.repeat(9000)}`],
    ['SQL', () => `Bearer '||(select(1))||'--------`],
  ])('%s', async (_name, header) => {
    const answer = await read(header(app.keys.reader ?? ''))
    expect(answer.status).toBe(401)
    expect(answer.body).toEqual({ message: 'A valid API key is required' })
    expect(answer.headers['www-authenticate']).toBe('Bearer')
  })

  it('a revoked key', async () => {
    expect((await read(`Bearer ${await keyOf('revoked_at = 1')}`)).status).toBe(401)
  })

  it('an expired key, but not one that expires later', async () => {
    expect((await read(`Bearer ${await keyOf('expires_at = 1')}`)).status).toBe(401)
    expect((await read(`Bearer ${await keyOf('expires_at = 9e9')}`)).status).toBe(200)
  })

  it('a key with the secret of another key', async () => {
    const [mine, theirs] = [app.keys.reader ?? '', app.keys.admin ?? '']
    expect((await read(`Bearer ${makeKey('personal', mine.split('_')[2] ?? '')}`)).status).toBe(401)
    expect(mine.split('_')[2]).not.toBe(theirs.split('_')[2])
  })

  it('an invalid key even with a valid session', async () => {
    const signedIn = await app.call('POST', '/cairn/session', {
      key: null,
      json: { api_key: app.keys.reader },
    })
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? ''
    const headers = { cookie, authorization: 'Bearer nonsense-nonsense' }
    expect((await app.call('GET', '/flows/acme', { key: null, headers })).status).toBe(401)
  })
})

it('stores a key only as its hash, and records its last use', async () => {
  const [id] = (app.keys.admin ?? '').split('_').slice(2)
  await app.call('GET', '/flows/acme', { key: 'admin' })
  const [row] = await app.query('select * from api_key where id = $1', [id])
  expect(row?.hash).toHaveLength(32)
  expect(row?.last_used_at).toBeGreaterThan(0)
  expect(JSON.stringify(row)).not.toContain(app.keys.admin?.split('_')[3])
})
