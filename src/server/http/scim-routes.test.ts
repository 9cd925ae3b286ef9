import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { scimClient, scimToken } from '#server/testing/scim.ts'

const error = 'urn:ietf:params:scim:api:messages:2.0:Error'
let app: TestApp
let scim: ReturnType<typeof scimClient>
let id: string
let webDir: string
beforeAll(async () => {
  webDir = await mkdtemp(join(tmpdir(), 'cairn-scim-'))
  await writeFile(join(webDir, 'index.html'), '<html><head></head></html>')
  await writeFile(join(webDir, 'first-loads.json'), '[]')
  app = await startTestApp({ environment: { CAIRN_SCIM_TOKEN: scimToken } })
  scim = scimClient(app)
  id = (await scim('POST', '/Users', { userName: 'somebody' })).body.id
})
afterAll(async () => {
  await app.close()
  await rm(webDir, { recursive: true })
})

describe('the token', () => {
  it.each([
    ['none', null],
    ['another', `${scimToken}x`],
    ['the beginning of it', scimToken.slice(0, -1)],
    ['the key of an admin', 'admin'],
  ])('is required: %s is refused, whatever is asked for', async (_what, key) => {
    for (const path of ['/Users', `/Users/${id}`, '/ServiceProviderConfig', '/no/such'])
      for (const remoteAddress of [`10.0.${path.length}.${String(key).length % 250}`]) {
        const answer = await app.call('GET', `//scim/v2${path}`, { key, remoteAddress })
        expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer'])
        expect(answer.headers['content-type']).toContain('application/scim+json')
        const detail = 'The token of CAIRN_SCIM_TOKEN is required'
        expect(JSON.parse(answer.text)).toEqual({ schemas: [error], status: '401', detail })
      }
  })

  it('cannot be guessed quickly; the right one still works from there', async () => {
    const remoteAddress = '10.9.9.9'
    const ask = (key: string) => app.call('GET', '//scim/v2/Users', { key, remoteAddress })
    for (let times = 0; times < 10; times += 1) expect((await ask('x'.repeat(32))).status).toBe(401)
    const refused = await ask('x'.repeat(32))
    expect([refused.status, JSON.parse(refused.text).status]).toEqual([429, '429'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ask(scimToken)).status).toBe(200)
  })

  it('opens nothing else', async () => {
    expect((await app.call('GET', '/flows/acme', { key: scimToken })).status).toBe(401)
    expect((await app.call('GET', '//metrics', { key: scimToken })).status).toBe(401)
  })

  it.each(['/scim', '/scim/', '/scim/v2/Users', '/scim/v2/ServiceProviderConfig', '/scim/x'])(
    'that is not set leaves nothing at %s, and no page',
    async (path) => {
      const without = await startTestApp({ webDir })
      for (const method of ['GET', 'POST', 'PATCH', 'DELETE'])
        expect((await without.call(method, `/${path}`, { key: scimToken })).status).toBe(404)
      await without.close()
    },
  )
})

describe('what it can do', () => {
  it('is told', async () => {
    const config = (await scim('GET', '/ServiceProviderConfig')).body
    expect(config).toMatchObject({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
      patch: { supported: true },
      filter: { supported: true, maxResults: 200 },
      bulk: { supported: false },
      authenticationSchemes: [{ type: 'oauthbearertoken' }],
    })
    for (const path of ['/ResourceTypes', '/Schemas']) {
      const { Resources } = (await scim('GET', path)).body
      expect(Resources.length).toBeGreaterThan(0)
      for (const one of Resources)
        expect((await scim('GET', `${path}/${one.id}`)).body).toEqual(one)
    }
  })

  it.each([
    ['GET', '/Users/no-such-id', 404],
    ['PUT', '/Users/no-such-id', 404],
    ['PATCH', '/Users/no-such-id', 404],
    ['DELETE', '/Users/no-such-id', 404],
    ['GET', '/Users/%00', 404],
    ['GET', '/Groups/%00', 404],
    ['PATCH', '/Groups/no-such-id', 404],
    ['GET', `/Users/${'x'.repeat(3000)}`, 404],
    ['GET', '/Me', 404],
    ['GET', '/', 404],
    ['POST', '/Bulk', 404],
    ['GET', '/Schemas/urn:x', 404],
    ['GET', '/Schemas/urn:ietf:params:scim:schemas:core:2.0:Other', 404],
    ['DELETE', '/Users', 405],
    ['POST', '/Schemas', 405],
  ])('%s %s is answered %i as SCIM has it', async (method, path, expected) => {
    const sent = { PUT: { userName: 'x' }, PATCH: { Operations: [{ op: 'add', value: {} }] } }
    const { status, body } = await scim(method, path, sent[method as 'PUT'])
    expect([status, body.schemas, body.status]).toEqual([expected, [error], String(expected)])
    expect(body.detail).not.toBe('')
  })
})

describe('bad input is answered 400 with its field', () => {
  it.each([
    ['no conditions', ''],
    ['an operator that is not known', 'userName sw "a"'],
    ['an unknown attribute', 'title eq "a"'],
    ['an attribute of objects', 'constructor eq "a"'],
    ['no value', 'userName eq'],
    ['a value without quotes', 'userName eq a'],
    ['a number', 'userName eq 1'],
    ['an open text', 'userName eq "a'],
    ['a bad escape', String.raw`userName eq "\x"`],
    ['or', 'userName eq "a" or userName eq "b"'],
    ['not', 'not (userName eq "a")'],
    ['an end that is none', 'userName eq "a" and'],
    ['more behind it', 'userName eq "a") or (1 eq 1'],
    ['many conditions', Array(11).fill('userName eq "a"').join(' and ')],
    ['a long path', `${'a['.repeat(2000)} eq "a"`],
  ])('filter: %s', async (_what, filter) => {
    const { status, body } = await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`)
    expect([status, body.status, body.scimType]).toEqual([400, '400', 'invalidFilter'])
    expect(body.detail).toMatch(/^filter: Input should be conditions like username eq "value"/)
  })

  it.each([
    ['count=x', 'count'],
    ['startIndex=1.5', 'startIndex'],
    ['count=1&count=2', 'count'],
    ['filter=%00', 'filter'],
    [`filter=${encodeURIComponent(String.raw`userName eq "\u0000"`)}`, 'filter'],
    [`attributes=${'a'.repeat(10_001)}`, 'attributes'],
  ])('query: %s', async (query, field) => {
    const { status, body } = await scim('GET', `/Users?${query.slice(0, 15_000)}`)
    expect(status).toBe(400)
    expect(body.detail).toContain(`${field}: `)
  })

  it.each<[string, object, string, string]>([
    ['no operations', {}, 'invalidValue', 'Operations: Field required'],
    ['an empty list', { Operations: [] }, 'invalidValue', 'Operations: List should have at least'],
    ['null', { Operations: [null] }, 'invalidValue', 'Operations.0'],
    ['an unknown operation', { Operations: [{ op: 'move' }] }, 'invalidValue', 'Operations.0.op'],
    ['nothing to remove', { Operations: [{ op: 'remove' }] }, 'noTarget', 'path'],
    ['no value', { Operations: [{ op: 'add' }] }, 'invalidValue', 'value'],
    ['a list as a value', { Operations: [{ op: 'add', value: [1] }] }, 'invalidValue', 'value'],
    ['a path that is none', op('active[', true), 'invalidPath', 'path'],
    ['a part of a plain value', op('active.value', true), 'invalidPath', 'path'],
    ['a path of two parts', op('name.a.b', true), 'invalidPath', 'path'],
    ['active of another kind', op('active', 'maybe'), 'invalidValue', 'active'],
    ['active that is null', op('active', null), 'invalidValue', 'active'],
    ['no name', op('userName', ''), 'invalidValue', 'userName'],
    ['a name that is a number', op('userName', 7), 'invalidValue', 'userName'],
    ['a long name', op('userName', 'x'.repeat(256)), 'invalidValue', 'userName'],
    ['an address that is none', op('emails', [{ value: 'x' }]), 'invalidValue', 'emails.0.value'],
    ['an address that is a list', op('emails.value', []), 'invalidValue', 'emails.0.value'],
    ['U+0000', op('userName', 'a\0b'), 'invalidValue', 'Operations.0.value'],
  ])('PATCH: %s', async (_what, sent, scimType, field) => {
    const { status, body } = await scim('PATCH', `/Users/${id}`, sent)
    expect([status, body.scimType]).toEqual([400, scimType])
    expect(body.detail).toContain(field)
    expect((await scim('GET', `/Users/${id}`)).body).toMatchObject({ userName: 'somebody' })
  })

  it.each<[string, unknown, string]>([
    ['no name', { active: true }, 'userName: Field required'],
    ['null as a name', { userName: null }, 'userName'],
    ['active as a number', { userName: 'a', active: 1 }, 'active'],
    ['addresses that are none', { userName: 'a', emails: 'a@b.c' }, 'emails'],
    ['a list', [], 'body: Input should be a valid object'],
    ['a text', 'x', 'body: Input should be a valid object'],
  ])('POST and PUT: %s', async (_what, sent, detail) => {
    for (const [method, path] of [
      ['POST', '/Users'],
      ['PUT', `/Users/${id}`],
    ] as const) {
      const { status, body } = await scim(method, path, sent)
      expect(status).toBe(400)
      expect(body.detail).toContain(detail)
    }
  })

  it.each([
    ['application/scim+json', '{', 400],
    ['application/scim+json', '{"userName":"\xff', 400],
    ['application/json', '{"userName":"plain-json"}', 201],
    ['text/plain', '{"userName":"x"}', 400],
    ['application/scim+json', `{"userName":"${'x'.repeat(1024 * 1024)}"}`, 413],
  ])('body: %s %.20s: %i', async (type, content, expected) => {
    const raw = { type, content: Buffer.from(content, 'latin1') }
    const { status, text } = await app.call('POST', '//scim/v2/Users', { key: scimToken, raw })
    expect(status).toBe(expected)
    if (expected !== 201) expect(JSON.parse(text).status).toBe(String(expected))
  })
})

function op(path: string, value: unknown) {
  return { Operations: [{ op: 'replace', path, value }] }
}
