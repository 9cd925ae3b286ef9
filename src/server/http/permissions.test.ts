import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Role, roles, statusesOf } from '#contract/common/endpoint.ts'
import { takesIfMatch } from '#contract/openapi/error-responses.ts'
import { answersTag } from '#contract/openapi/headers.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { buildExampleWorld, type ExampleWorld } from '#server/testing/example-world.ts'
import { failuresOf } from '#server/testing/failures.ts'
import { goodCall, ofOrganization } from '#server/testing/good-calls.ts'

let app: TestApp
let world: ExampleWorld
beforeAll(async () => {
  app = await startTestApp()
  world = await buildExampleWorld(app)
})
afterAll(() => app.close())

it(`lets exactly the permitted in with good input, at ${ofOrganization.length} endpoints`, async () => {
  const failures = await failuresOf(ofOrganization, async (endpoint, name) => {
    const { url, search, request, key } = await goodCall(app, world, name, endpoint)
    const ask = (caller: string) =>
      app.call(endpoint.method, url + search, { ...request, key: caller })
    const stranger = await ask('outsider')
    const denied = { message: `Access denied to /api/v2${url}`, code: 'no_access' }
    expect([stranger.status, stranger.body]).toEqual([403, denied])
    const needed = endpoint.access as Role
    for (const weaker of roles.slice(roles.indexOf(needed) + 1)) {
      const { status, body } = await ask(weaker)
      expect([weaker, status, body.required_role]).toEqual([weaker, 403, needed])
    }
    if (takesIfMatch(name)) {
      const headers = { 'if-match': '"of-another-state"' }
      const stale = await app.call(endpoint.method, url + search, {
        ...request,
        key: key ?? needed,
        headers,
      })
      expect(stale.status).toBe(412)
    }
    const permitted = await ask(key ?? needed)
    expect([permitted.status, permitted.text.slice(0, 200)]).toEqual([
      expect.toBeOneOf([...statusesOf(endpoint)]),
      expect.anything(),
    ])
    expect('etag' in permitted.headers).toBe(answersTag(name))
    expect('x-cairn-scope' in permitted.headers).toBe(endpoint.response === 'export')
  })
  expect(failures).toEqual([])
})
