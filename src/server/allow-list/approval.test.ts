import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settingDefaults } from '#contract/organization/organization-settings.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { overrideClient } from '#server/testing/overrides.ts'
import { policyClient, provenanceYaml } from '#server/testing/policies.ts'
import { fingerprintOf } from '#server/testing/reporter.ts'
import { countRows } from '#server/testing/rows.ts'

let app: TestApp
let report: ReturnType<typeof overrideClient>
let keep: ReturnType<typeof policyClient>
let now = 1_800_000_000
let count = 0
const day = 86_400

beforeAll(async () => {
  app = await startTestApp({ clock: () => now })
  report = overrideClient(app)
  keep = policyClient(app)
  await keep.policy('origin', provenanceYaml)
  await report.environment('free')
  await set({})
})
afterAll(() => app.close())

const set = async (json: object) => {
  const rules = { approval: 'tagged', environment_tags: ['tier:1'], ...json }
  const answer = await app.call('PUT', '/cairn/acme/settings/overrides', {
    key: 'admin',
    json: { ...settingDefaults.overrides, ...rules },
  })
  expect(answer.status).toBe(200)
}
const tag = (env: string, json: object, key = 'admin') =>
  app.call('PATCH', `/tags/acme/environment/${env}`, { json, key })

/** A tagged environment of its own, in which a stranger runs. */
async function guarded() {
  const env = `guarded-${(count += 1)}`
  await report.environment(env)
  expect((await tag(env, { set_tags: { tier: '1' } })).status).toBe(200)
  await keep.attach(env, 'origin')
  await report.run(env, { stranger: 1 })
  return env
}

const entry = {
  artifact_fingerprint: fingerprintOf('stranger'),
  artifact_name: 'stranger',
  description: 'Comes from a partner',
}
const propose = (environment_name: string, fields: object = {}, key = 'member') =>
  report.post('allowance-proposals', { environment_name, ...entry, ...fields }, key)
const decide = (id: string, action: string, key = 'admin', json: object = { reason: 'Seen' }) =>
  report.post(`allowance-proposals/${id}/${action}`, json, key)
const allow = (env: string, fields: object = {}, key = 'member') =>
  app.call('PUT', `/allowlists/acme/${env}`, { json: { ...entry, ...fields }, key })
const listed = (env: string) => report.get(`/allowlists/acme/${env}`)
const stateOf = async (env: string) => (await report.get(`/environments/acme/${env}`)).state
const waiting = (env: string, key?: string) =>
  report.get(`/cairn/acme/allowance-proposals?environment_name=${env}`, key)
const registered = async (env: string, more = '') =>
  (await report.get(`/cairn/acme/exceptions?kind=allow_list&environment_name=${env}${more}`)).data

describe('an entry that needs approval', () => {
  it('is refused at once, naming where to ask for it, and nothing is stored', async () => {
    const env = await guarded()
    const before = await countRows(app)
    for (const key of ['member', 'admin']) {
      const { status, body } = await allow(env, {}, key)
      expect([status, body.code]).toEqual([403, 'approval_required'])
      expect(body.message).toContain('POST /api/v2/cairn/acme/allowance-proposals')
    }
    expect((await countRows(app)).allowed_artifact).toBe(before.allowed_artifact)
    expect((await allow('free')).status).toBe(201)
  })

  it('allows nothing while it waits, and counts from its approval on', async () => {
    const env = await guarded()
    const { status, body } = await propose(env)
    expect(status).toBe(201)
    expect(await stateOf(env)).toBe(false)
    expect(await listed(env)).toEqual([])
    // Evaluated again, it still allows nothing.
    await report.run(env, { stranger: 2 })
    expect(await stateOf(env)).toBe(false)
    expect(await registered(env)).toMatchObject([
      { exception_id: body.proposal_id, state: 'requested', relies_now: null },
    ])
    now += 60
    expect((await decide(body.proposal_id, 'approve', 'admin', {})).status).toBe(200)
    expect(await stateOf(env)).toBe(true)
    expect(await listed(env)).toMatchObject([{ created_by: 'member', created_at: now }])
    expect(await registered(env)).toMatchObject([
      { state: 'active', created_by: 'member', approved_by: 'admin' },
    ])
    expect(await waiting(env)).toEqual([])
  })

  it('is approved neither by who asked for it nor by weaker roles', async () => {
    const env = await guarded()
    const { proposal_id } = (await propose(env)).body
    const own = 'Who asks for an exception cannot decide about it: another person has to'
    for (const action of ['approve', 'decline']) {
      expect((await decide(proposal_id, action, 'member')).body.message).toBe(own)
      expect((await decide(proposal_id, action, 'reader')).status).toBe(403)
    }
    expect(await waiting(env, 'member')).toMatchObject([{ is_own: true, approval_refusal: own }])
    expect(await waiting(env, 'admin')).toMatchObject([{ is_own: false, approval_refusal: null }])
    expect(await stateOf(env)).toBe(false)
  })

  it('is decided once: the second decision is refused, naming the first', async () => {
    const env = await guarded()
    const { proposal_id } = (await propose(env)).body
    const answers = await Promise.all([
      decide(proposal_id, 'approve'),
      decide(proposal_id, 'approve'),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const late = await decide(proposal_id, 'withdraw', 'member')
    expect([late.status, late.body.message]).toEqual([
      409,
      expect.stringMatching(/^The request was approved by 'admin' at \d{4}-/),
    ])
  })

  it('stays in the register when it is declined or withdrawn, and may be asked for again', async () => {
    const env = await guarded()
    const first = (await propose(env)).body.proposal_id
    expect((await propose(env)).status).toBe(409)
    expect((await decide(first, 'decline', 'admin', { reason: ' ' })).status).toBe(400)
    expect((await decide(first, 'decline')).status).toBe(200)
    const second = (await propose(env)).body.proposal_id
    expect((await decide(second, 'withdraw', 'admin')).body.code).toBe('not_requester')
    expect((await decide(second, 'withdraw', 'member', {})).status).toBe(200)
    const states = (await registered(env)).map(({ state }: { state: string }) => state)
    expect(states.sort()).toEqual(['declined', 'withdrawn'])
    expect((await decide(second, 'approve')).body.message).toMatch(/withdrawn by 'member'/)
    expect(await listed(env)).toEqual([])
  })

  it('is refused when it is asked for as making it would be', async () => {
    const env = await guarded()
    await set({ most_days: 7 })
    const beyond = await propose(env, { expires_at: now + 8 * day })
    expect([beyond.status, beyond.body.errors.expires_at]).toEqual([
      400,
      expect.stringContaining('an entry of an allow-list ends within 7 days'),
    ])
    expect((await propose(env, { description: ' ' })).status).toBe(400)
    expect((await propose('nowhere')).status).toBe(404)
    expect((await decide('nothing', 'approve')).status).toBe(404)
    await set({})
  })

  it('cannot be approved once its end has passed', async () => {
    const env = await guarded()
    const { proposal_id } = (await propose(env, { expires_at: now + 30 })).body
    now += 60
    const late = await decide(proposal_id, 'approve')
    expect([late.status, late.body.code]).toEqual([409, 'request_outdated'])
    expect(await waiting(env)).toHaveLength(1)
  })

  it('lasts longer, or says another reason, only by an approver who did not ask for it', async () => {
    const env = await guarded()
    const { proposal_id } = (await propose(env, { expires_at: now + 9 * day })).body
    await decide(proposal_id, 'approve')
    const later = { expires_at: now + 10 * day }
    expect((await allow(env, later, 'member')).body.code).toBe('own_request')
    expect((await allow(env, { description: 'Because' }, 'member')).status).toBe(403)
    expect((await allow(env, { expires_at: null }, 'member')).status).toBe(403)
    expect((await allow(env, { artifact_name: 'other:2' }, 'member')).status).toBe(403)
    expect((await allow(env, { expires_at: now + 8 * day }, 'member')).status).toBe(200)
    expect((await allow(env, { expires_at: null }, 'admin')).status).toBe(200)
    expect((await allow(env, later, 'member')).status).toBe(200)
    expect(await listed(env)).toMatchObject([later])
  })

  it('is asked for by the tags of environments, which admins alone change then', async () => {
    const env = await guarded()
    const lift = { remove_tags: ['tier'] }
    expect((await tag(env, lift, 'member')).status).toBe(403)
    expect((await tag(env, { set_tags: { team: 'a' } }, 'member')).status).toBe(200)
    // Else another one of this name could be made without the tag.
    const rename = (from: string, new_name: string, key: string) =>
      app.call('PUT', `/environments/acme/${from}/rename`, { key, json: { new_name } })
    expect((await rename(env, `${env}-old`, 'member')).status).toBe(403)
    expect((await rename(env, `${env}-old`, 'admin')).status).toBe(200)
    expect((await rename(`${env}-old`, env, 'admin')).status).toBe(200)
    expect((await tag(env, lift)).status).toBe(200)
    expect((await rename(env, `${env}-free`, 'member')).status).toBe(200)
    expect((await allow(`${env}-free`)).status).toBe(201)
  })
})

it('ends an entry as the organization has set, and leaves its end when it is repeated', async () => {
  await report.environment('limits')
  await set({ default_days: 30, most_days: 90, allows_no_expiry: false })
  expect((await allow('limits')).status).toBe(201)
  const end = now + 30 * day
  expect(await listed('limits')).toMatchObject([{ expires_at: end }])
  now += day
  expect((await allow('limits')).status).toBe(200)
  expect(await listed('limits')).toMatchObject([{ expires_at: end }])
  const never = await allow('limits', { expires_at: null })
  expect([never.status, Object.keys(never.body.errors)]).toEqual([400, ['expires_at']])
  expect((await allow('limits', { expires_at: now + 91 * day })).status).toBe(400)
  await set({})
})

it('keeps ended entries in the register: expired, withdrawn, and ended by another', async () => {
  await report.environment('past')
  const end = async (how: () => Promise<unknown>, fields: object = {}) => {
    expect((await allow('past', fields)).status).toBe(201)
    await how()
  }
  const path = `/allowlists/acme/past/${entry.artifact_fingerprint}`
  await end(() => app.call('DELETE', path, { key: 'member' }))
  await end(() => app.call('DELETE', path, { key: 'admin' }))
  await end(
    () => {
      now += 61
      return expect.poll(() => listed('past')).toEqual([])
    },
    { expires_at: now + 60 },
  )
  const ended = await registered('past', '&state=expired&state=withdrawn&state=restored')
  const states = ended.map(({ state, relies_now, ended_at }: Ended) => [
    state,
    relies_now,
    ended_at,
  ])
  expect(states.sort()).toEqual([
    ['expired', null, expect.any(Number)],
    ['restored', null, expect.any(Number)],
    ['withdrawn', null, expect.any(Number)],
  ])
  expect(await registered('past', '&state=active')).toEqual([])
})
interface Ended {
  state: string
  relies_now: unknown
  ended_at: number
}
