import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { reporter } from '#server/testing/reporter.ts'

let app: TestApp
let name: string
let count = 0
beforeAll(async () => void (app = await startTestApp()))
afterAll(() => app.close())
beforeEach(async () => {
  name = `flow-${(count += 1)}`
  await app.call('PUT', '/flows/acme', { json: { name, description: 'First' } })
})

const put = (path: string, json: object, match?: string) =>
  app.call('PUT', path, { json, headers: match === undefined ? {} : { 'if-match': match } })
const describeFlow = (description: string, match?: string) =>
  put('/flows/acme', { name, description }, match)
const read = async () => {
  const { body, headers } = await app.call('GET', `/flows/acme/${name}`)
  return { body, etag: String(headers['etag']) }
}

describe('the entity tag of a flow', () => {
  it('changes with the flow and with nothing else', async () => {
    const { etag } = await read()
    expect(etag).toMatch(/^"[\w-]{22}"$/)
    await reporter(app).begin(name, 'run')
    expect((await read()).etag).toBe(etag)
    await describeFlow('Second')
    const { etag: second } = await read()
    expect(second).not.toBe(etag)
    await app.call('PATCH', `/tags/acme/flow/${name}`, { json: { set_tags: { a: 'b' } } })
    expect((await read()).etag).not.toBe(second)
  })
})

describe('If-Match', () => {
  it.each([
    ['the tag', (etag: string) => etag],
    ['the tag among others', (etag: string) => `"x", ${etag}`],
    ['a tag that a proxy made weak', (etag: string) => `W/${etag}`],
    ['any', () => '*'],
  ])('with %s lets the change through', async (_what, of) => {
    const { etag } = await read()
    expect((await describeFlow('Second', of(etag))).status).toBe(200)
    expect((await read()).body.description).toBe('Second')
  })

  it('with a stale tag is 412 with the current flow, and changes nothing', async () => {
    const { etag } = await read()
    await describeFlow('Second')
    const now = await read()
    for (const [path, json] of [
      ['/flows/acme', { name, description: 'Third' }],
      [`/flows/acme/${name}/rename`, { new_name: `${name}-new` }],
      [`/flows/acme/${name}/archive`, {}],
    ] as const) {
      const { status, body, headers } = await put(path, json, etag)
      expect(status, path).toBe(412)
      expect(body).toEqual({
        message: 'The record has changed since it was read',
        current: now.body,
      })
      expect(headers['etag']).toBe(now.etag)
    }
    const tags = await app.call('PATCH', `/tags/acme/flow/${name}`, {
      json: { set_tags: { a: 'b' } },
      headers: { 'if-match': etag },
    })
    expect(tags.status).toBe(412)
    expect((await read()).body).toEqual(now.body)
  })

  it('on a flow that no longer exists makes no new one', async () => {
    const { etag } = await read()
    await put(`/flows/acme/${name}/rename`, { new_name: `${name}-new` })
    const { status, body } = await describeFlow('Second', etag)
    expect([status, body.current]).toEqual([412, null])
    expect((await app.call('GET', `/flows/acme/${name}`)).status).toBe(404)
  })

  it('resolves two concurrent edits: one succeeds, one gets 412', async () => {
    const { etag } = await read()
    const answers = await Promise.all(['A', 'B', 'C'].map((text) => describeFlow(text, etag)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412])
  })

  it('left out means that the last write wins', async () => {
    await describeFlow('Second')
    expect((await describeFlow('Third')).status).toBe(200)
  })

  it('is checked after unknown and archived', async () => {
    expect((await put('/flows/acme/absent/rename', { new_name: 'x' }, '"x"')).status).toBe(404)
    await app.call('PUT', `/flows/acme/${name}/archive`)
    expect((await put(`/flows/acme/${name}/rename`, { new_name: 'x' }, '"x"')).status).toBe(404)
  })
})
