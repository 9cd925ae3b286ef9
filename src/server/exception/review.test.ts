import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { overrideClient } from '#server/testing/overrides.ts'
import { policyClient, policyYaml } from '#server/testing/policies.ts'
import { fingerprintOf } from '#server/testing/reporter.ts'

let app: TestApp
let report: ReturnType<typeof overrideClient>
let now = 1_800_000_000
let count = 0
let id: string
const day = 86_400

beforeAll(async () => {
  app = await startTestApp({ clock: () => (now += 1) })
  report = overrideClient(app)
  const keep = policyClient(app)
  await report.flow('f')
  await report.environment('prod')
  const condition = '    - if: ${{ artifact.name == "base" }}'
  const yaml = policyYaml('provenance:', '  required: true', '  exceptions:', condition)
  await keep.policy('origin', yaml)
  await keep.attach('prod', 'origin')
  await keep.allow('prod', fingerprintOf('stranger'), 'Comes from a partner')
})
beforeEach(async () => {
  const run = `run-${(count += 1)}`
  await report.begin('f', run)
  await report.generic('f', run, { attestation_name: 'scan', is_compliant: false })
  const made = await report.ask({ flow_name: 'f', trail_name: run, expires_at: now + 9 * day })
  id = made.body.override_id
})
afterAll(() => app.close())

interface Open {
  kind: string
  exception_id: string
  expires_at: number | null
  review: { at: number; by: string } | null
  review_refusal: string | null
}
const read = (key = 'admin') => report.get('/cairn/acme/exceptions/review', key)
const openOf = async (kind: string, of?: string): Promise<Open> =>
  (await read()).open.find(
    (one: Open) => one.kind === kind && (of === undefined || one.exception_id === of),
  )
const decide = (one: Open, fields: object, key = 'admin') =>
  report.post(
    'exceptions/review',
    {
      kind: one.kind,
      exception_id: one.exception_id,
      reason: 'Looked at it',
      seen: { expires_at: one.expires_at, reviewed_at: one.review?.at ?? null },
      ...fields,
    },
    key,
  )

it('keeps an override, which says who reviewed it, and counts as decided', async () => {
  const one = await openOf('override', id)
  expect((await decide(one, { outcome: 'kept' })).status).toBe(200)
  const { open, decided, quarter } = await read()
  expect(quarter.name).toBe('Q1 2027')
  expect(open.map((row: Open) => row.exception_id)).not.toContain(id)
  expect(decided[0]).toMatchObject({ exception_id: id, outcome: 'kept', by: 'admin' })
  const { data } = await report.get('/cairn/acme/exceptions?kind=override&reviewed=true')
  expect(data[0]).toMatchObject({ exception_id: id, review: { by: 'admin', outcome: 'kept' } })
  const [entry] = await app.query(
    `select actor, body::json ->> 'outcome' as outcome from record
      where kind = 'exception_reviewed' order by id desc limit 1`,
  )
  expect(entry).toEqual({ actor: 'admin', outcome: 'kept' })
})

it('shortens an override to an earlier end only', async () => {
  const one = await openOf('override', id)
  const late = await decide(one, { outcome: 'shortened', expires_at: now + 20 * day })
  expect([late.status, Object.keys(late.body.errors)]).toEqual([400, ['expires_at']])
  const none = await decide(one, { outcome: 'shortened' })
  expect([none.status, Object.keys(none.body.errors)]).toEqual([400, ['expires_at']])
  const expires_at = now + 2 * day
  expect((await decide(one, { outcome: 'shortened', expires_at })).status).toBe(200)
  expect((await report.registered(id)).override).toMatchObject({ expires_at })
})

it('ends an override, and answers 409 to whoever decides about it next', async () => {
  const one = await openOf('override', id)
  expect((await decide(one, { outcome: 'ended' })).status).toBe(200)
  expect((await report.registered(id)).override.state).toBe('restored')
  const late = await decide(one, { outcome: 'kept' })
  expect([late.status, late.body.code]).toEqual([409, 'exception_changed'])
})

it('answers 409 where another end was set, or another reviewed it meanwhile', async () => {
  const one = await openOf('override', id)
  await report.renew(id, now + 4 * day)
  expect((await decide(one, { outcome: 'kept' })).body.message).toContain(
    'was changed in the meantime',
  )
  const fresh = await openOf('override', id)
  expect((await decide(fresh, { outcome: 'kept' })).status).toBe(200)
  const second = await decide(fresh, { outcome: 'kept' })
  expect([second.status, second.body.message]).toEqual([
    409,
    "The exception was reviewed by 'admin' meanwhile",
  ])
})

it('lets nobody review what they made, and no reader', async () => {
  const one = await openOf('override', id)
  const own = await decide(one, { outcome: 'kept' }, 'member')
  expect([own.status, own.body.code]).toEqual([403, 'own_exception'])
  expect((await decide(one, { outcome: 'kept' }, 'reader')).status).toBe(403)
  const { open } = await read('member')
  expect(open[0].review_refusal).toContain('another person')
})

it('lets no service account review, and nobody what an account of theirs made', async () => {
  const accountOf = async (name: string, key: string): Promise<string> => {
    const path = '/service-accounts/acme'
    await app.call('POST', path, { key, json: { name, privilege: 'member' } })
    return (await app.call('POST', `${path}/${name}/api-keys`, { key, json: {} })).body.key
  }
  const robot = await accountOf('robot', 'admin')
  const byRobot = await decide(await openOf('override', id), { outcome: 'kept' }, robot)
  expect([byRobot.status, byRobot.body.code]).toEqual([403, 'person_only'])
  const expires_at = now + 9 * day
  const asked = { flow_name: 'f', trail_name: `run-${count}`, expires_at }
  const lent = await report.ask(asked, { key: await accountOf('lent', 'member') })
  const one = await openOf('override', lent.body.override_id)
  const own = await decide(one, { outcome: 'kept' }, 'member')
  expect([own.status, own.body.code]).toEqual([403, 'own_exception'])
  expect((await decide(one, { outcome: 'kept' })).status).toBe(200)
})

it('shortens, then ends, an entry of an allow-list', async () => {
  const one = await openOf('allow_list')
  const expires_at = now + day
  // The client of the tests allows as an administrator; another one reviews.
  const key = one.review_refusal === null ? 'admin' : 'member'
  expect((await decide(one, { outcome: 'shortened', expires_at }, key)).status).toBe(200)
  const list = await report.get('/allowlists/acme/prod')
  expect(list).toMatchObject([{ expires_at, description: 'Comes from a partner' }])
  const { data } = await report.get('/cairn/acme/exceptions?kind=allow_list')
  expect(data[0].review).toMatchObject({ outcome: 'shortened' })
  const shortened = { ...one, expires_at, review: data[0].review }
  expect((await decide(shortened, { outcome: 'ended' }, key)).status).toBe(200)
  expect(await report.get('/allowlists/acme/prod')).toEqual([])
  expect((await decide(shortened, { outcome: 'kept' }, key)).status).toBe(409)
})

it('keeps an exception of a policy, and ends it only by a new version', async () => {
  const one = await openOf('policy')
  const key = one.review_refusal === null ? 'admin' : 'member'
  const ended = await decide(one, { outcome: 'ended' }, key)
  expect([ended.status, Object.keys(ended.body.errors)]).toEqual([400, ['outcome']])
  expect((await decide(one, { outcome: 'kept' }, key)).status).toBe(200)
  expect((await read()).open.map(({ kind }: Open) => kind)).not.toContain('policy')
})

it('opens an exception of a policy again that was removed and added again', async () => {
  const keep = policyClient(app)
  expect(await openOf('policy')).toBeUndefined()
  await keep.policy('origin', policyYaml('provenance:', '  required: true'))
  const condition = '    - if: ${{ artifact.name == "base" }}'
  const yaml = policyYaml('provenance:', '  required: true', '  exceptions:', condition)
  await keep.policy('origin', yaml)
  expect(await openOf('policy')).toMatchObject({ review: null })
})

it('refuses what is unknown, and a blank reason', async () => {
  const one = await openOf('override', id)
  expect((await decide({ ...one, exception_id: 'nothing' }, { outcome: 'kept' })).status).toBe(404)
  expect((await decide(one, { outcome: 'kept', reason: ' ' })).status).toBe(400)
  expect((await decide({ ...one, kind: 'snooze' }, { outcome: 'kept' })).status).toBe(400)
})

it('tells who made an exception by the account, whatever it is called', async () => {
  const one = await openOf('override', id)
  await app.query("update user_account set name = 'member-before' where name = 'member'")
  const own = await decide(one, { outcome: 'kept' }, 'member')
  expect([own.status, own.body.code]).toEqual([403, 'own_exception'])
  await app.query("update user_account set name = 'member' where name = 'admin'")
  expect((await decide(one, { outcome: 'kept' }, 'admin')).status).toBe(200)
})
