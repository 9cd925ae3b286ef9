import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { settingDefaults } from '#contract/organization/organization-settings.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { overrideClient } from '#server/testing/overrides.ts'
import { attestationYaml, policyClient } from '#server/testing/policies.ts'
import { fingerprintOf, overrideDraft as draft } from '#server/testing/reporter.ts'
import { countRows } from '#server/testing/rows.ts'

let app: TestApp
let report: ReturnType<typeof overrideClient>
let now = 1_800_000_000
let run: string
let count = 0
const day = 86_400
beforeAll(async () => {
  app = await startTestApp({ clock: () => (now += 1) })
  report = overrideClient(app)
  await report.flow('f')
  await report.flow('free')
  await app.call('PATCH', '/tags/acme/flow/f', { json: { set_tags: { risk: 'high' } } })
  await set({ approval: 'tagged', approval_tags: ['risk:high'] })
})
beforeEach(async () => {
  run = `run-${(count += 1)}`
  await report.begin('f', run)
  await report.generic('f', run, { attestation_name: 'scan', is_compliant: false })
})
afterAll(() => app.close())

const set = async (json: object) => {
  const path = '/cairn/acme/settings/overrides'
  const answer = await app.call('PUT', path, {
    key: 'admin',
    json: {
      ...settingDefaults.overrides,
      approval: 'tagged',
      approval_tags: ['risk:high'],
      ...json,
    },
  })
  expect(answer.status).toBe(200)
}
const propose = async (fields: object = {}, key = 'member') => {
  const json = { flow_name: 'f', trail_name: run, ...fields }
  const { status, body } = await report.ask(json, { to: 'override-proposals', key })
  expect(status).toBe(201)
  return body.proposal_id as string
}
const decide = (id: string, action: string, key = 'admin', json: object = { reason: 'Seen' }) =>
  report.post(`override-proposals/${id}/${action}`, json, key)
const state = async () => (await report.trail('f', run)).compliance_status.status

describe('an override that needs approval', () => {
  it('is refused at once, naming where to request it, and nothing is stored', async () => {
    const before = await countRows(app)
    const answers = [
      await report.override('f', run, draft),
      await report.post('overrides', { ...draft, flow_name: 'f', trail_name: run }),
    ]
    for (const { status, body } of answers) {
      expect([status, body.code]).toEqual([403, 'approval_required'])
      expect(body.message).toBe(
        "Overrides on flow 'f' take the approval of a second person: ask for it by POST /api/v2/cairn/acme/override-proposals",
      )
    }
    const { attestation, overridden } = await countRows(app)
    expect({ attestation, overridden }).toEqual({
      attestation: before.attestation,
      overridden: before.overridden,
    })
    const impact = await report.post('overrides/impact', {
      ...draft,
      flow_name: 'f',
      trail_name: run,
    })
    expect(impact.body).toMatchObject({ needs_approval: true, trails: [{ to: 'COMPLIANT' }] })
  })

  it('is made at once on flows without the tag', async () => {
    await report.begin('free', run)
    expect((await report.override('free', run, draft)).status).toBe(201)
  })

  it('counts once another person approves it, and names both', async () => {
    const id = await propose()
    expect(await state()).toBe('NON-COMPLIANT')
    expect(await report.registered(id, 'admin')).toMatchObject({
      override: {
        override_id: id,
        is_request: true,
        state: 'requested',
        created_by: 'member',
        approved_by: null,
        request: { proposal_id: id, decision: null, approval_refusal: null },
      },
      history: [{ kind: 'requested', by: 'member', reason: 'Accepted for now' }],
      impact: { trails: [{ name: run, from: 'NON-COMPLIANT', to: 'COMPLIANT' }] },
    })
    const approved = await decide(id, 'approve', 'admin', {})
    expect(approved.status).toBe(200)
    const { override_id } = approved.body
    expect(await state()).toBe('COMPLIANT')
    const made = await report.registered(override_id)
    expect(made).toMatchObject({
      override: {
        override_id,
        is_request: false,
        state: 'active',
        created_by: 'member',
        approved_by: 'admin',
        request: { requested_by: 'member', decision: { kind: 'approved', by: 'admin' } },
      },
      history: [{ kind: 'requested' }, { kind: 'approved', by: 'admin' }, { kind: 'made' }],
    })
    // The address of the request shows its result.
    expect(await report.registered(id)).toEqual(made)
    const { data } = await report.get(`/attestations/acme?attestation_id=${override_id}`)
    expect(data[0]).toMatchObject({ reported_by: 'member', approved_by: 'admin' })
    const { data: listed } = await report.get('/cairn/acme/overrides?flow_name=f')
    const ids = listed.map((one: { override_id: string }) => one.override_id)
    expect([ids.includes(override_id), ids.includes(id)]).toEqual([true, false])
  })

  it('is found by its trail, before and after it is approved', async () => {
    const path = (trail: string) => `/cairn/acme/overrides?flow_name=f&trail_name=${trail}`
    const found = async (trail = run) =>
      (await report.get(path(trail))).data.map((one: { override_id: string }) => one.override_id)
    const id = await propose()
    expect(await found()).toEqual([id])
    const { body } = await decide(id, 'approve')
    expect(await found()).toEqual([body.override_id])
    expect(await found('another')).toEqual([])
  })

  it('is approved neither by its requester, nor by weaker roles, nor by a service account', async () => {
    const id = await propose()
    const name = `bot-${count}`
    const made = { name, privilege: 'admin' }
    await app.call('POST', '/service-accounts/acme', { key: 'admin', json: made })
    const path = `/service-accounts/acme/${name}/api-keys`
    const { key } = (await app.call('POST', path, { key: 'admin', json: {} })).body
    const own = 'Who asks for an exception cannot decide about it: another person has to'
    for (const action of ['approve', 'decline']) {
      expect((await decide(id, action, 'member')).body.message).toBe(own)
      expect((await decide(id, action, key)).body.message).toContain('service account')
      expect((await decide(id, action, 'reader')).status).toBe(403)
    }
    expect((await report.registered(id, 'member')).override.request.approval_refusal).toBe(own)
    const byBot = await propose({}, key)
    expect((await decide(byBot, 'approve', 'admin')).body.message).toBe(own)
    expect((await report.registered(byBot, 'admin')).override.request.approval_refusal).toBe(own)
    const byAdmin = await propose({}, 'admin')
    const refusal = (await decide(byAdmin, 'approve', 'member')).body.message
    expect(refusal).toBe('The organization has set who decides about requests: every admin')
    await set({ approver_roles: [], approvers: ['member'] })
    expect((await decide(byAdmin, 'approve', 'member')).status).toBe(200)
    await set({})
    expect(await state()).toBe('COMPLIANT')
  })

  it('is decided once, and a second decision is refused, naming the first', async () => {
    const id = await propose()
    const answers = await Promise.all([decide(id, 'approve'), decide(id, 'approve')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const second = answers.find(({ status }) => status === 409)
    expect(second?.body.message).toMatch(/^The request was approved by 'admin' at \d{4}-/)
    const third = await decide(id, 'withdraw', 'member')
    expect([third.status, third.body.code]).toEqual([409, 'request_decided'])
  })

  it('flips the verdict with both persons: requester and approver', async () => {
    const id = await propose()
    expect((await decide(id, 'approve')).status).toBe(200)
    const flips = await report.get(`/cairn/acme/flows/f/trails/${run}/verdicts`)
    expect(flips.at(-1)).toMatchObject({
      state: 'COMPLIANT',
      cause: { is_override: true, by: 'member', approved_by: 'admin' },
    })
    expect(flips.at(-2).cause).toMatchObject({ is_override: false, approved_by: null })
  })

  it('names both as the cause where the artifact runs, too', async () => {
    const keep = policyClient(app)
    const artifact_fingerprint = fingerprintOf(run)
    await report.environment('prod')
    await report.build('f', run, { trail_name: run })
    await report.run('prod', { [run]: 1 })
    await keep.policy('scanned', attestationYaml('scan'))
    await keep.attach('prod', 'scanned')
    const id = await propose({ artifact_fingerprint })
    const { override_id } = (await decide(id, 'approve')).body
    expect(await report.get('/environments/acme/prod')).toMatchObject({ state: true })
    const { environments } = await report.get('/cairn/acme/verdict_runs?environment=prod')
    expect(environments[0].runs.at(-1).cause).toMatchObject({
      kind: 'override',
      attestation_id: override_id,
      by: 'admin',
      requested_by: 'member',
    })
  })

  it('is withdrawn by its requester only, and cannot be approved then', async () => {
    const id = await propose()
    const other = await decide(id, 'withdraw', 'admin')
    expect([other.status, other.body.code]).toEqual([403, 'not_requester'])
    expect((await decide(id, 'withdraw', 'member', {})).status).toBe(200)
    const late = await decide(id, 'approve')
    expect([late.status, late.body.message]).toEqual([
      409,
      expect.stringMatching(/^The request was withdrawn by 'member' at/),
    ])
    expect((await report.registered(id)).override).toMatchObject({
      state: 'withdrawn',
      is_request: true,
    })
    expect(await state()).toBe('NON-COMPLIANT')
  })

  it('is declined for a reason, which the register keeps', async () => {
    const id = await propose()
    expect((await decide(id, 'decline', 'admin', { reason: ' ' })).status).toBe(400)
    expect((await decide(id, 'decline', 'admin', { reason: 'Fix it' })).status).toBe(200)
    const { data } = await report.get('/cairn/acme/overrides?state=declined')
    expect(data).toMatchObject([
      { override_id: id, request: { decision: { kind: 'declined', reason: 'Fix it' } } },
    ])
  })

  it('that can no longer be made is refused with the reason, and stays open', async () => {
    const short = await propose({ expires_at: now + 3_000 })
    now += 6_000
    const late = await decide(short, 'approve')
    expect([late.status, late.body.code]).toEqual([409, 'request_outdated'])
    expect(late.body.message).toContain('expires_at: The end should be in the future')
    await report.flow('gone')
    await report.begin('gone', 'r')
    const id = await propose({ flow_name: 'gone', trail_name: 'r' })
    await app.call('PUT', '/flows/acme/gone/archive')
    const before = await countRows(app)
    const archived = await decide(id, 'approve')
    expect([archived.status, archived.body.message]).toEqual([404, 'Flow has been archived'])
    const { attestation, override_state } = await countRows(app)
    expect({ attestation, override_state }).toMatchObject({
      attestation: before.attestation,
      override_state: before.override_state,
    })
  })

  it('is not approved on a report that came after the request', async () => {
    const id = await propose()
    await report.generic('f', run, { attestation_name: 'scan', is_compliant: false })
    const late = await decide(id, 'approve')
    expect([late.status, late.body.code]).toEqual([409, 'request_outdated'])
    expect(late.body.message).toContain("'scan' was reported again since the request was made")
    expect(await state()).toBe('NON-COMPLIANT')
    expect((await decide(id, 'withdraw', 'member')).status).toBe(200)
    expect((await decide(await propose(), 'approve')).status).toBe(200)
  })

  it.each([
    [{ flow_name: 'nowhere' }, 404],
    [{ trail_name: 'never' }, 404],
    [{ reason: '' }, 400],
    [{ expires_at: 1 }, 400],
    [{ original_attestation_type: 'decision' }, 400],
    [{ attestation_name: 'a b' }, 400],
  ])('with %j is refused when it is asked for', async (fields, status) => {
    const json = { ...draft, flow_name: 'f', trail_name: run, ...fields }
    expect((await report.post('override-proposals', json)).status).toBe(status)
  })

  it('waits for nobody while its flow is archived, where it cannot be decided', async () => {
    const own = { flow_name: `stuck-${run}`, trail_name: 't' }
    await report.begin(own.flow_name, 't')
    await report.generic(own.flow_name, 't', { attestation_name: 'scan', is_compliant: false })
    const id = await propose(own)
    const waiting = async () => {
      const lists = ['overrides?state=requested', 'exceptions?state=requested']
      const [overrides, exceptions] = await Promise.all(
        lists.map((list) => report.get(`/cairn/acme/${list}&flow_name=${own.flow_name}`)),
      )
      return [overrides.data.length, exceptions.data.length]
    }
    expect(await waiting()).toEqual([1, 1])
    await app.call('PUT', `/flows/acme/${own.flow_name}/archive`)
    expect([(await decide(id, 'approve')).status, await waiting()]).toEqual([404, [0, 0]])
  })

  it('of an unknown id is 404', async () => {
    for (const action of ['approve', 'decline', 'withdraw']) {
      expect((await decide('nothing', action)).status).toBe(404)
    }
  })

  it('is renewed by a second person only, and shortened by anybody', async () => {
    const id = await propose({ expires_at: now + day })
    const { override_id } = (await decide(id, 'approve')).body
    const renew = (expires_at: number | null, key: string) =>
      report.renew(override_id, expires_at, { key })
    expect((await renew(now + 2 * day, 'member')).status).toBe(403)
    expect((await renew(null, 'member')).status).toBe(403)
    expect((await renew(now + 1000, 'member')).status).toBe(200)
    expect((await renew(now + 2 * day, 'admin')).status).toBe(200)
  })
})

describe('the expiry that the organization has set', () => {
  const make = (fields: object = {}) =>
    report.post('overrides', { ...draft, flow_name: 'free', trail_name: run, ...fields })
  const expiryOf = async (id: string) => (await report.registered(id)).override.expires_at
  beforeEach(() => report.begin('free', run))

  it('applies to requests without one, by the public endpoint too', async () => {
    await set({ default_days: 30, most_days: 90 })
    const at = now
    const ids = [(await make()).body.override_id, (await report.override('free', run, draft)).body]
    for (const id of ids) {
      expect(Math.abs((await expiryOf(id)) - at - 30 * day)).toBeLessThan(100)
    }
    expect(await expiryOf((await make({ expires_at: null })).body.override_id)).toBe(null)
  })

  it('begins with the approval of a request without one, which shows that until then', async () => {
    await set({ default_days: 30 })
    const [usual, own] = [await propose(), await propose({ expires_at: now + day })]
    const ends = async (id: string) => {
      const { expires_at, expires_after_days } = (await report.registered(id)).override
      return [expires_at, expires_after_days]
    }
    expect(await ends(usual)).toEqual([null, 30])
    expect(await ends(own)).toEqual([expect.any(Number), null])
    // The setting at the approval applies.
    await set({ default_days: 7 })
    expect(await ends(usual)).toEqual([null, 7])
    now += 3 * day
    expect((await decide(usual, 'approve')).status).toBe(200)
    const [expires_at, after] = await ends(usual)
    expect([Math.abs(expires_at - now - 7 * day) < 100, after]).toEqual([true, null])
    expect((await decide(own, 'decline')).status).toBe(200)
    const open = await propose()
    expect((await decide(open, 'withdraw', 'member')).status).toBe(200)
    expect(await ends(open)).toEqual([null, null])
    await set({})
  })

  it('refuses ends beyond the maximum, or none where all must end', async () => {
    await set({ default_days: 1, most_days: 90, allows_no_expiry: false })
    const beyond = await make({ expires_at: now + 91 * day })
    expect([beyond.status, beyond.body.errors.expires_at]).toEqual([
      400,
      expect.stringContaining('an override ends within 90 days'),
    ])
    const forever = await make({ expires_at: null })
    expect([forever.status, forever.body.errors.expires_at]).toEqual([
      400,
      expect.stringContaining('every override ends'),
    ])
    const { override_id } = (await make({ expires_at: now + 89 * day })).body
    const renewed = await report.renew(override_id, now + 100 * day)
    expect(renewed.status).toBe(400)
    await set({})
  })
})
