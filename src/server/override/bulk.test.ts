import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { settingDefaults } from '#contract/organization/organization-settings.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { countRows } from '#server/testing/rows.ts'

let app: TestApp
let report: ReturnType<typeof environmentReporter>
let now = 1_800_000_000
let runs: string[]
let count = 0
const day = 86_400
beforeAll(async () => {
  app = await startTestApp({ clock: () => (now += 1) })
  report = environmentReporter(app)
  await report.flow('f')
  await report.flow('guarded')
  await app.call('PATCH', '/tags/acme/flow/guarded', { json: { set_tags: { pci: 'yes' } } })
  await app.call('PUT', '/cairn/acme/settings/overrides', {
    key: 'admin',
    json: { ...settingDefaults.overrides, approval: 'tagged', approval_tags: ['pci'] },
  })
})
beforeEach(async () => {
  runs = ['a', 'b'].map((name) => `${name}-${(count += 1)}`)
  for (const flow of ['f', 'guarded']) {
    for (const run of runs) {
      await report.begin(flow, run)
      await report.generic(flow, run, { attestation_name: 'scan', is_compliant: false })
    }
  }
})
afterAll(() => app.close())

const post = (path: string, json: object, headers: Record<string, string> = {}) =>
  app.call('POST', `/cairn/acme/${path}`, { json, headers })
const get = async (path: string) => (await app.call('GET', path, { key: 'reader' })).body
const target = (fields: object = {}) => ({
  flow_name: 'f',
  trail_name: runs[0],
  attestation_name: 'scan',
  original_attestation_type: 'generic',
  ...fields,
})
const draft = (targets: object[]) => ({
  targets,
  reason: 'Known and harmless',
  new_compliance_status: true,
})
const mixed = () => [
  target({ trail_name: runs[1] }),
  target({ trail_name: 'never' }),
  target({ flow_name: 'guarded' }),
  target({ original_attestation_type: 'system:decision' }),
  target(),
]

const keys = (key: string): [string, Record<string, string>][] => [
  ['plainly', {}],
  ['with a key', { 'Idempotency-Key': key }],
]

describe('many overrides with one reason', () => {
  it.each(keys('make'))(
    'say what came of each, in the order of the targets, %s',
    async (_how, headers) => {
      const { status, body } = await post('overrides/bulk', draft(mixed()), headers)
      expect(status).toBe(200)
      expect(body.results).toMatchObject([
        { override_id: expect.any(String), proposal_id: null, error: null },
        { override_id: null, proposal_id: null, error: { status: 404 } },
        { override_id: null, proposal_id: expect.any(String), error: null },
        { error: { status: 400, errors: { original_attestation_type: expect.any(String) } } },
        { override_id: expect.any(String), error: null },
      ])
      expect(body.results[1].error.message).toContain("Trail with name 'never' does not exist")
      for (const run of runs) expect((await report.trail('f', run)).is_compliant).toBe(true)
      expect((await report.trail('guarded', runs[0] ?? '')).is_compliant).toBe(false)
    },
  )

  it('are all made by two calls at once, whatever the order of their targets', async () => {
    const names = Array.from({ length: 8 }, () => `at-once-${(count += 1)}`)
    for (const name of names) {
      await report.begin('f', name)
      await report.generic('f', name, { attestation_name: 'scan', is_compliant: false })
    }
    const targets = names.map((trail_name) => target({ trail_name }))
    const made = await Promise.all(
      [targets, targets.toReversed()].map((some, n) =>
        post('overrides/bulk', draft(some), { 'Idempotency-Key': `at-once-${n}` }),
      ),
    )
    expect(made.map(({ status }) => status)).toEqual([200, 200])
    for (const { body } of made)
      expect(body.results.map((one: { error: unknown }) => one.error)).toEqual(
        names.map(() => null),
      )
  })

  it.each(keys('foresee'))(
    'are foreseen one by one, and asking leaves nothing, %s',
    async (_how, headers) => {
      const before = await countRows(app)
      const { status, body } = await post('overrides/bulk/impact', draft(mixed()), headers)
      expect(status).toBe(200)
      const flip = { from: 'NON-COMPLIANT', to: 'COMPLIANT' }
      expect(body.rows).toMatchObject([
        { flips: { trails: [{ name: runs[1], ...flip }], needs_approval: false } },
        { flips: null, error: { status: 404 } },
        { flips: { trails: [{ name: runs[0], ...flip }], needs_approval: true } },
        { flips: null, error: { status: 400 } },
        { flips: { trails: [{ name: runs[0], ...flip }], overridden: [{ is_compliant: false }] } },
      ])
      expect(await countRows(app)).toEqual(before)
    },
  )

  it.each([[0], [101]])('are refused when they are %i', async (size) => {
    const targets = Array.from({ length: size }, () => target())
    const { status, body } = await post('overrides/bulk', draft(targets))
    expect([status, Object.keys(body.errors)]).toEqual([400, ['targets']])
  })
})

describe('the register', () => {
  it('records a review of all given overrides or of none', async () => {
    const { results } = (await post('overrides/bulk', draft([target()]))).body
    const id = results[0].override_id
    const unknown = await post('overrides/reviewed', { override_ids: [id, 'nothing'] })
    expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([400, ['override_ids.1']])
    expect((await get(`/cairn/acme/overrides/${id}`)).override.review).toBe(null)
    const ids = { override_ids: [id, id], comment: 'Fine' }
    const own = await post('overrides/reviewed', ids)
    expect([own.status, own.body.code]).toEqual([403, 'own_exception'])
    expect((await get(`/cairn/acme/overrides/${id}`)).override.review).toBe(null)
    expect(
      (await app.call('POST', '/cairn/acme/overrides/reviewed', { key: 'admin', json: ids }))
        .status,
    ).toBe(200)
    const { override, history } = await get(`/cairn/acme/overrides/${id}`)
    expect(override.review).toMatchObject({ by: 'admin', comment: 'Fine' })
    expect(history).toMatchObject([{ kind: 'made' }, { kind: 'reviewed', reason: 'Fine' }])
    const idsOf = async (reviewed: boolean) =>
      (await get(`/cairn/acme/overrides?reviewed=${reviewed}&per_page=500`)).data.map(
        (one: { override_id: string }) => one.override_id,
      )
    expect(await idsOf(true)).toEqual([id])
    expect(await idsOf(false)).not.toContain(id)
  })

  it('is exported whole, with requests, in its own order', async () => {
    const { pagination } = await get('/cairn/acme/overrides')
    const answer = await app.call('GET', '/cairn/acme/exports/overrides?format=json', {
      key: 'reader',
    })
    const { rows } = JSON.parse(answer.text)
    expect(rows).toHaveLength(pagination.total)
    expect(new Set(rows.map((one: { state: string }) => one.state))).toEqual(
      new Set(['active', 'replaced', 'requested']),
    )
    const at = rows.map((one: { created_at: number }) => one.created_at)
    expect(at).toEqual([...at].sort((a, b) => b - a))
    const path = '/cairn/acme/exports/overrides?state=requested&sort=expires_at'
    const csv = (await app.call('GET', path, { key: 'reader' })).text.trim().split('\n')
    const requested = await get('/cairn/acme/overrides?state=requested')
    expect(csv.length - 1).toBe(requested.pagination.total)
    expect(csv[0]).toContain('original_is_compliant,new_compliance_status')
  })

  it('counts active overrides day by day, and by maker and flow', async () => {
    const before = await get('/cairn/acme/overrides/statistics')
    expect(before.days).toHaveLength(90)
    const active = before.days.at(-1).active
    now += 2 * day
    const { results } = (await post('overrides/bulk', draft([target()]))).body
    now += day
    await post(`overrides/${results[0].override_id}/end`, { reason: 'Enough' })
    const { days, flows, people } = await get('/cairn/acme/overrides/statistics')
    expect(days.slice(-4).map(({ active }: { active: number }) => active)).toEqual([
      active,
      active,
      active + 1,
      active,
    ])
    const { total } = (await get('/cairn/acme/overrides')).pagination
    const sum = (rows: { count: number }[]) => rows.reduce((all, row) => all + row.count, 0)
    expect([sum(flows), sum(people)]).toEqual([total, total])
    expect(flows[0]).toMatchObject({ flow_name: 'f' })
    const early = await get('/cairn/acme/overrides/statistics?flow_name=guarded')
    expect(early.days.at(-1).active).toBe(0)
  })
})
