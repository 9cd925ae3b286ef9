import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { overrideClient } from '#server/testing/overrides.ts'
import { attestationYaml, policyClient } from '#server/testing/policies.ts'
import { commitInfo, fingerprintOf } from '#server/testing/reporter.ts'
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
})
beforeEach(async () => {
  run = `run-${(count += 1)}`
  await report.begin('f', run)
})
afterAll(() => app.close())

const item = async (id: string) => {
  const { data } = await report.get(`/attestations/acme?attestation_id=${id}`)
  return data[0]
}
const attest = async (is_compliant = false) =>
  (await report.generic('f', run, { attestation_name: 'scan', is_compliant })).body as string
const ask = (fields: object = {}, key = 'member') =>
  report.ask({ flow_name: 'f', trail_name: run, ...fields }, { key })
const make = async (fields: object = {}) => (await ask(fields)).body.override_id as string
const end = (id: string, key = 'member', reason = 'No longer') =>
  report.post(`overrides/${id}/end`, { reason }, key)
const status = async () => (await report.trail('f', run)).compliance_status

describe('an override that is ended', () => {
  it('by its author is withdrawn, and the report counts again', async () => {
    const original = await attest()
    const id = await make()
    expect((await status()).status).toBe('COMPLIANT')
    expect((await end(id)).status).toBe(200)
    expect(await status()).toMatchObject({
      status: 'NON-COMPLIANT',
      attestations_statuses: [{ attestation_id: original, overridden_attestation_id: null }],
    })
    expect(await item(original)).toMatchObject({ is_compliant: false })
    expect(await item(original)).not.toHaveProperty('overridden_by')
    expect(await item(id)).toMatchObject({ is_override: true, overridden_attestation_id: original })
    const { override, history } = await report.registered(id)
    expect(override).toMatchObject({ state: 'withdrawn', is_in_effect: false })
    expect(history).toMatchObject([
      { kind: 'made', by: 'member', reason: 'Accepted for now' },
      { kind: 'withdrawn', by: 'member', reason: 'No longer' },
    ])
  })

  it('leaves a report about several artifacts to what it says, where only a part is overridden', async () => {
    const names = { target_artifacts: ['app', 'web'], git_commit_info: commitInfo }
    const fields = { attestation_name: 'scan', is_compliant: false, ...names }
    const original = (await report.generic('f', run, fields)).body
    const whole = await make(names)
    await make({ ...names, target_artifacts: ['app'] })
    expect((await end(whole)).status).toBe(200)
    const [row] = await app.query(
      'select is_compliant, is_flipped from attestation where id = $1',
      [original],
    )
    expect(row).toEqual({ is_compliant: false, is_flipped: false })
  })

  it('by another is restored, and the flip names who did it', async () => {
    await attest()
    const id = await make()
    await end(id, 'admin')
    expect((await report.registered(id)).override.state).toBe('restored')
    const flips = await report.get(`/cairn/acme/flows/f/trails/${run}/verdicts`)
    expect(flips.at(-2).cause).toMatchObject({ is_override: true, by: 'member' })
    expect(flips.at(-1)).toMatchObject({
      state: 'NON-COMPLIANT',
      cause: { override_end: 'restored', by: 'admin', attestation_name: 'scan' },
    })
  })

  it('leaves the override before it, in whatever order they end', async () => {
    await attest()
    const [first, second] = [await make(), await make({ new_compliance_status: false })]
    await end(second)
    expect((await status()).attestations_statuses[0].attestation_id).toBe(first)
    const flips = await report.get(`/cairn/acme/flows/f/trails/${run}/verdicts`)
    expect(flips.at(-1)).toMatchObject({
      state: 'COMPLIANT',
      cause: { attestation_id: first, is_override: true, override_end: 'withdrawn' },
    })
    const third = await make({ new_compliance_status: false })
    await end(first)
    expect((await status()).attestations_statuses[0].attestation_id).toBe(third)
  })

  it('without a report leaves nothing', async () => {
    const id = await make({ new_compliance_status: false })
    await end(id)
    expect(await status()).toMatchObject({ status: 'COMPLIANT', attestations_statuses: [] })
    expect(await item(id)).toMatchObject({ attestation_id: id, is_compliant: false })
  })

  it('after a later report does not change the verdict', async () => {
    await attest()
    const id = await make()
    const later = await attest(true)
    const { events } = await report.trail('f', run)
    await end(id)
    expect((await status()).attestations_statuses[0].attestation_id).toBe(later)
    expect((await report.trail('f', run)).events).toHaveLength(events.length)
  })

  it('concurrently by many ends once', async () => {
    await attest()
    const id = await make()
    const answers = await Promise.all(['member', 'admin', 'member'].map((key) => end(id, key)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await end(id)).body).toEqual({
      message: `Override '${id}' has ended already`,
      code: 'override_ended',
    })
    expect((await report.renew(id, now + day)).status).toBe(409)
    expect((await report.registered(id)).history).toHaveLength(2)
  })
})

describe('an override that expires', () => {
  it('restores the verdict, with its cause, where it runs too', async () => {
    const keep = policyClient(app)
    await report.environment('prod')
    await report.build('f', 'shop:1', { trail_name: run })
    await report.run('prod', { 'shop:1': 1 })
    await keep.policy('scanned', attestationYaml('scan'))
    await keep.attach('prod', 'scanned')
    const artifact_fingerprint = fingerprintOf('shop:1')
    const original = { attestation_name: 'scan', is_compliant: false, artifact_fingerprint }
    await report.generic('f', run, original)
    const id = await make({ artifact_fingerprint, expires_at: now + day })
    expect((await report.get('/environments/acme/prod')).state).toBe(true)
    expect((await report.registered(id)).override).toMatchObject({ state: 'expiring' })
    now += day
    await expect.poll(async () => (await report.get('/environments/acme/prod')).state).toBe(false)
    expect(await status()).toMatchObject({ status: 'NON-COMPLIANT' })
    const { environments } = await report.get('/cairn/acme/verdict_runs?environment=prod')
    expect(environments[0].runs.at(-1)).toMatchObject({
      state: false,
      cause: { kind: 'override_end', attestation_id: id, end_kind: 'expired', by: '(automatic)' },
    })
    const flips = await report.get(`/cairn/acme/flows/f/trails/${run}/verdicts`)
    expect(flips.at(-1).cause).toMatchObject({ override_end: 'expired', by: '(automatic)' })
    const [entry] = await app.query(
      `select actor from record where kind = 'override_ended' order by id desc limit 1`,
    )
    expect(entry).toEqual({ actor: '(automatic)' })
    expect((await report.registered(id)).override).toMatchObject({
      state: 'expired',
      is_in_effect: false,
    })
    const { history } = await report.get(`/artifacts/acme/f/fingerprint/${artifact_fingerprint}`)
    expect(history.map(({ event }: { event: string }) => event)).toEqual(
      expect.arrayContaining(['scan attestation overridden', 'scan override expired']),
    )
  })

  it('stays active longer when it is renewed, and for ever without an end', async () => {
    await attest()
    const at = now
    const id = await make({ expires_at: at + day })
    expect((await report.renew(id, at + 30 * day)).status).toBe(200)
    expect((await report.registered(id)).override.state).toBe('active')
    now += 2 * day
    const other = await make({ attestation_name: 'other', expires_at: now + day })
    now += 2 * day
    await expect.poll(async () => (await report.registered(other)).override.state).toBe('expired')
    expect((await report.renew(id, null)).status).toBe(200)
    const { override, history } = await report.registered(id)
    expect(override).toMatchObject({ state: 'active', expires_at: null, is_in_effect: true })
    expect(history.map(({ kind }: { kind: string }) => kind)).toEqual([
      'made',
      'expiry_set',
      'expiry_set',
    ])
    // The end that it was made with may be the organization's: nobody is said to have set it.
    expect(history.map((event: { expires_at?: number | null }) => event.expires_at)).toEqual([
      at + day,
      at + 30 * day,
      null,
    ])
  })
})

describe('is refused, and nothing is stored', () => {
  it.each([
    [{ expires_at: 1 }, 'expires_at', 'The end should be in the future [input: 1]'],
    [{ expires_at: 'soon' }, 'expires_at', 'Input should be a valid number [input: soon]'],
    [{ flow_name: 'a b' }, 'flow_name', 'String should match pattern'],
    [{ trail_name: undefined }, 'trail_name', 'Field required'],
    [{ reason: '' }, 'reason', 'The reason must not be empty'],
    [{ original_attestation_type: 'decision' }, 'original_attestation_type', 'A decision cannot'],
  ])('an override with %j', async (fields, field, reason) => {
    const before = await countRows(app)
    const { status, body } = await ask(fields)
    expect([status, body.errors?.[field]]).toEqual([400, expect.stringContaining(reason)])
    expect(await countRows(app)).toEqual(before)
  })

  it.each([
    [1, 'Longer', 'expires_at', 'The end should be in the future'],
    ['x', 'Longer', 'expires_at', 'Input should be a valid number'],
    [undefined, 'Longer', 'expires_at', 'Field required'],
    [null, ' ', 'reason', 'The reason must not be empty'],
  ])('a renewal until %j because of %j', async (expires_at, why, field, reason) => {
    const id = await make()
    const before = await countRows(app)
    const { status, body } = await report.renew(id, expires_at, { reason: why })
    expect([status, body.errors?.[field]]).toEqual([400, expect.stringContaining(reason)])
    expect(await countRows(app)).toEqual(before)
  })

  it('of an unknown override, or of a plain attestation', async () => {
    const attestation = await attest()
    for (const id of ['nothing', attestation]) {
      const answers = [
        await end(id),
        await report.renew(id, null),
        await app.call('GET', `/cairn/acme/overrides/${id}`),
      ]
      expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404])
      expect(answers[0]?.body.message).toBe(
        `Override '${id}' does not exist in organization 'acme'`,
      )
    }
  })

  it('from a reader', async () => {
    const id = await make()
    expect([(await ask({}, 'reader')).status, (await end(id, 'reader')).status]).toEqual([403, 403])
  })
})

describe('the register', () => {
  const list = async (query = '') => report.get(`/cairn/acme/overrides?per_page=500${query}`)
  const idsOf = (page: { data: { override_id: string }[] }) =>
    page.data.map((one) => one.override_id)

  it('lists every override, newest first, with the original', async () => {
    const original = await attest()
    const id = await make({ description: 'Looked at', origin_url: 'https://tickets.example.com/1' })
    const { data, pagination } = await list()
    expect(pagination.total).toBe(data.length)
    expect(data[0]).toMatchObject({
      override_id: id,
      flow_name: 'f',
      trail_name: run,
      original: { attestation_id: original, is_compliant: false },
      new_compliance_status: true,
      reason: 'Accepted for now',
      description: 'Looked at',
      created_by: 'member',
      state: 'active',
      is_in_effect: true,
    })
  })

  it('is filtered and sorted', async () => {
    const start = now + 1
    const ids = {
      plain: await make(),
      soon: await make({ attestation_name: 'soon', expires_at: now + day }),
      later: await make({ attestation_name: 'later', expires_at: now + 30 * day }),
      negative: await make({ attestation_name: 'negative', new_compliance_status: false }),
      junit: await make({ attestation_name: 'junit', original_attestation_type: 'junit' }),
    }
    await end(ids.plain)
    const { plain, soon, later, negative, junit } = ids
    const cases: [string, string[]][] = [
      ['&state=withdrawn', [plain]],
      ['&state=expiring&state=withdrawn', [soon, plain]],
      ['&direction=to_non_compliant', [negative]],
      ['&attestation_type=junit', [junit]],
      [`&expires_before=${now + 2 * day}`, [soon]],
      ['&sort=expires_at', [soon, later, junit, negative, plain]],
      ['&created_by=nobody', []],
      ['&flow_name=nowhere', []],
    ]
    for (const [query, expected] of cases) {
      const page = await list(`&from_timestamp=${start}${query}`)
      expect(idsOf(page), query).toEqual(expected)
      expect(page.pagination.total).toBe(expected.length)
    }
  })

  it('lists what a later report or override replaced apart from what counts', async () => {
    const start = now
    const first = await make({ expires_at: now + day })
    const second = await make()
    const states = async () => {
      const active = await list(`&from_timestamp=${start}&state=active&state=expiring`)
      const replaced = await list(`&from_timestamp=${start}&state=replaced`)
      expect([active.pagination.total, replaced.pagination.total]).toEqual([
        active.data.length,
        replaced.data.length,
      ])
      return [idsOf(active), idsOf(replaced)]
    }
    expect(await states()).toEqual([[second], [first]])
    expect((await report.registered(first)).override).toMatchObject({
      state: 'replaced',
      is_in_effect: false,
    })
    await end(second)
    expect(await states()).toEqual([[first], []])
    await attest()
    expect(await states()).toEqual([[], [first]])
    expect(await report.renew(first, null)).toMatchObject({ status: 200 })
  })

  it.each(['state=asleep', 'direction=up', 'sort=name', 'page=0', 'expires_before=soon'])(
    'refuses %s',
    async (query) => {
      const answer = await app.call('GET', `/cairn/acme/overrides?${query}`)
      expect([answer.status, Object.keys(answer.body.errors)[0]]).toEqual([
        400,
        expect.stringContaining(query.split('=')[0] ?? ''),
      ])
    },
  )
})
