import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ResponseOf } from '#contract/common/endpoint.ts'
import type { getExceptionReview } from '#contract/exception/exception-review.ts'
import type { summarizeExceptions } from '#contract/exception/exception.ts'
import type { Overview } from '#contract/overview/overview.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { overrideClient } from '#server/testing/overrides.ts'
import { attestationYaml, policyClient, policyForm, policyYaml } from '#server/testing/policies.ts'
import { fingerprintOf } from '#server/testing/reporter.ts'

let app: TestApp
let report: ReturnType<typeof overrideClient>
let now = 1_800_000_000
let overrideId: string
const day = 86_400

/** Requires provenance but of some names, and a scan of everything that has it. */
const originYaml = policyYaml(
  'provenance:',
  '  required: true',
  '  exceptions:',
  '    - if: ${{ matches(artifact.name, "^mirror") }}',
)

beforeAll(async () => {
  app = await startTestApp({ clock: () => (now += 1) })
  report = overrideClient(app)
  const keep = policyClient(app)
  await report.flow('f')
  await report.build('f', 'shop:1')
  await report.environment('prod')
  await report.environment('calm')
  await keep.policy('origin', originYaml, { comment: 'Images that we mirror' })
  await keep.policy('scans', attestationYaml('scan', 'flow.name == "f"'))
  await keep.attach('prod', 'origin', 'scans')
  await report.generic('f', 'run-shop-1', {
    attestation_name: 'scan',
    is_compliant: false,
    artifact_fingerprint: fingerprintOf('shop:1'),
  })
  await report.run('prod', { 'shop:1': 2, 'mirror-proxy': 1, stranger: 1, lost: 1 })
  const made = await report.ask({
    flow_name: 'f',
    trail_name: 'run-shop-1',
    artifact_fingerprint: fingerprintOf('shop:1'),
    reason: 'The parser cannot be reached',
    external_urls: { ticket: 'https://tickets.example.com/RISK-1' },
    expires_at: now + 3 * day,
  })
  overrideId = made.body.override_id
  await keep.allow('prod', fingerprintOf('stranger'), 'Comes from a partner')
  await keep.allow('calm', fingerprintOf('stranger'), 'Comes from a partner')
  await app.call('PUT', '/cairn/acme/overview/snoozed/prod', { key: 'reader' })
})
afterAll(() => app.close())

const list = async (query = '') => (await report.get(`/cairn/acme/exceptions?${query}`)) as Body
interface Body {
  data: { kind: string; name: string; exception_id: string; flow_archived: boolean }[]
  pagination: { total: number; is_total_exceeded: boolean; next: string | null }
}
const namesOf = async (query: string) => (await list(query)).data.map(({ name }) => name)

it('lists every kind with what relies on it now and what it changed then', async () => {
  const { data, pagination } = await list()
  expect(pagination.total).toBe(5)
  expect(data).toMatchObject([
    {
      kind: 'override',
      exception_id: overrideId,
      name: 'scan',
      flow_name: 'f',
      trail_name: 'run-shop-1',
      state: 'expiring',
      reason: 'The parser cannot be reached',
      created_by: 'member',
      review: null,
      relies_now: { environments: ['prod'], artifact_count: 1, failing_policies: null },
      changed_then: { trails: 1, artifacts: 1, environments: 1 },
    },
    { kind: 'allow_list', environment_name: 'calm', relies_now: { artifact_count: 0 } },
    {
      kind: 'allow_list',
      name: 'shop',
      environment_name: 'prod',
      reason: 'Comes from a partner',
      relies_now: { environments: ['prod'], artifact_count: 1, failing_policies: 1 },
    },
    {
      kind: 'policy',
      name: 'matches(artifact.name, "^mirror")',
      policy: { name: 'origin', version: 1, line: 6 },
      reason: 'Images that we mirror',
      relies_now: { environments: ['prod'], artifact_count: 1 },
    },
    { kind: 'snooze', name: 'prod', created_by: 'reader', relies_now: null },
  ])
})

it.each([
  ['kind=policy', 1],
  ['kind=policy&kind=snooze', 2],
  ['state=expiring', 1],
  ['state=declined', 0],
  ['q=RISK-1', 1],
  ['q=partner', 2],
  ['q=%25', 0],
  ['flow_name=f', 1],
  ['environment_name=prod', 4],
  ['environment_name=calm', 1],
  ['environment_name=nowhere', 0],
  ['created_by=reader', 1],
  ['direction=to_compliant', 1],
  ['has_end=true', 1],
  ['reviewed=false&kind=override', 1],
])('narrows by %s', async (query, total) => {
  expect((await list(query)).pagination.total).toBe(total)
})

it('orders all kinds as one', async () => {
  expect((await namesOf('sort=created_at'))[0]).toBe('prod')
  expect((await namesOf('sort=expires_at'))[0]).toBe('scan')
})

type Summary = ResponseOf<typeof summarizeExceptions>
type Review = ResponseOf<typeof getExceptionReview>

it('counts what is in force and what complies only by it', async () => {
  expect(await report.get('/cairn/acme/exceptions/summary')).toEqual({
    artifacts: { by_exception: 3, stale_or_expired: 0, running: 4 },
    environments: { by_exception: 1, total: 2 },
    in_force: { override: 1, allow_list: 2, policy: 1, snooze: 1 },
    without_end: 2,
    ending_within_week: 1,
    never_reviewed: 4,
    requested: 0,
  })
})

it('says which of what complies by exceptions is counted as stale elsewhere', async () => {
  await app.call('PATCH', '/environments/acme/prod', { json: { reporting_minutes: 60 } })
  now += 2 * 3600
  const { artifacts } = (await report.get('/cairn/acme/exceptions/summary')) as Summary
  expect(artifacts).toEqual({ by_exception: 3, stale_or_expired: 3, running: 4 })
  const relying = async () => (await list('kind=override')).data[0]
  const relies_now = { environments: ['prod'], stale_environments: ['prod'], artifact_count: 1 }
  expect(await relying()).toMatchObject({ relies_now })
  for (const kind of ['allow_list', 'policy']) {
    expect((await list(`kind=${kind}`)).data.at(-1)).toMatchObject({ relies_now })
  }
  const { running } = (await report.get('/cairn/acme/overview')) as Overview
  expect([running.by_exception, running.stale]).toEqual([0, 4])
  await report.run('prod', { 'shop:1': 2, 'mirror-proxy': 1, stranger: 1, lost: 1 })
  const again = (await report.get('/cairn/acme/exceptions/summary')) as Summary
  expect(again.artifacts.stale_or_expired).toBe(0)
  expect(await relying()).toMatchObject({ relies_now: { stale_environments: [] } })
})

it('exports what it lists', async () => {
  const path = '/cairn/acme/exports/exceptions?format=json&kind=override'
  const { rows, scope } = JSON.parse((await app.call('GET', path, { key: 'reader' })).text)
  expect(rows).toEqual((await list('kind=override')).data)
  expect(scope).toMatchObject({ list: 'exceptions', filter: { kind: ['override'] } })
})

it('keeps an exception that a later version repeats, and drops one that is left out', async () => {
  const keep = policyClient(app)
  await keep.policy('origin', `${originYaml}\n# the same\n`, { comment: 'Nothing new' })
  const [kept] = (await list('kind=policy')).data
  expect(kept).toMatchObject({ reason: 'Images that we mirror', policy: { version: 2 } })
  await keep.policy('origin', policyYaml('provenance:', '  required: true'))
  expect((await list('kind=policy')).data).toEqual([])
})

it('takes an exception that was left out and added again for one of who added it', async () => {
  const keep = policyClient(app)
  const form = policyForm({ name: 'origin', comment: 'Once more' }, originYaml)
  expect((await app.call('PUT', '/policies/acme', { key: 'admin', form })).status).toBe(200)
  const [again] = (await list('kind=policy')).data
  expect(again).toMatchObject({ reason: 'Once more', created_by: 'admin', review: null })
  await keep.policy('origin', policyYaml('provenance:', '  required: true'))
})

it('keeps an override that artifacts rely on when its flow is archived, and says so', async () => {
  const registers = async () => {
    const rows = (await list('kind=override')).data
    const overrides = (await report.get('/cairn/acme/overrides')).data as { override_id: string }[]
    const { open } = (await report.get('/cairn/acme/exceptions/review')) as Review
    const { in_force, never_reviewed } = (await report.get(
      '/cairn/acme/exceptions/summary',
    )) as Summary
    return {
      rows: rows.map(({ exception_id }) => exception_id),
      overrides: overrides.map(({ override_id }) => override_id),
      open: open.map(({ exception_id }) => exception_id),
      in_force,
      never_reviewed,
    }
  }
  const before = await registers()
  expect([before.rows, before.overrides]).toEqual([[overrideId], [overrideId]])
  expect(before.open).toContain(overrideId)
  await app.call('PUT', '/flows/acme/f/archive')
  expect(await registers()).toEqual(before)
  const relies_now = { environments: ['prod'], artifact_count: 1 }
  const { data } = await list()
  expect(data[0]).toMatchObject({ kind: 'override', flow_archived: true, relies_now })
  expect(data.slice(1).map((one) => one.flow_archived)).not.toContain(true)
  for (const register of ['exceptions', 'overrides']) {
    const path = `/cairn/acme/exports/${register}?format=csv`
    const { text } = await app.call('GET', path, { key: 'reader' })
    const [head = [], first = []]: string[][] = parse(text, { bom: true })
    expect([head.at(-1), first.at(-1)]).toEqual(['flow_archived', 'true'])
  }
})

it('says who ended an exception, also in the file', async () => {
  const end = { key: 'admin', json: { reason: 'Mended' } }
  await app.call('POST', `/cairn/acme/overrides/${overrideId}/end`, end)
  await app.call('DELETE', `/allowlists/acme/calm/${fingerprintOf('stranger')}`, { key: 'admin' })
  const ended = 'state=restored&state=withdrawn'
  expect((await list(ended)).data).toMatchObject([
    { kind: 'override', ended_at: expect.any(Number), ended_by: 'admin' },
    { kind: 'allow_list', ended_at: expect.any(Number), ended_by: 'admin' },
  ])
  const path = `/cairn/acme/exports/exceptions?format=csv&${ended}`
  const { text } = await app.call('GET', path, { key: 'reader' })
  const rows: Record<string, string>[] = parse(text, { columns: true, bom: true })
  expect(rows.slice(0, 2).map(({ ended_by }) => ended_by)).toEqual(['admin', 'admin'])
})

it('shows nothing of another organization', async () => {
  const answer = await app.call('GET', '/cairn/nobody/exceptions')
  expect([403, 404]).toContain(answer.status)
})

it('counts an override no more once a later report replaced it, and lists it as replaced', async () => {
  await report.flow('g')
  await report.begin('g', 'again')
  const scan = { attestation_name: 'scan', is_compliant: false }
  await report.generic('g', 'again', scan)
  const { body } = await report.ask({ flow_name: 'g', trail_name: 'again' })
  const inForce = async () => {
    const summary = (await report.get('/cairn/acme/exceptions/summary')) as Summary
    const { data } = await list('kind=override&state=active&state=expiring')
    const { open } = (await report.get('/cairn/acme/exceptions/review')) as Review
    const inReview = open.filter(({ kind }) => kind === 'override')
    return [summary.in_force.override, summary.without_end, data.length, inReview.length]
  }
  expect(await inForce()).toEqual([1, 2, 1, 1])
  await report.generic('g', 'again', scan)
  expect(await inForce()).toEqual([0, 1, 0, 0])
  expect((await list('state=replaced')).data).toMatchObject([
    { exception_id: body.override_id, state: 'replaced', relies_now: null },
  ])
  await report.post(`overrides/${body.override_id}/end`, { reason: 'Replaced' })
  expect((await list('state=replaced')).data).toEqual([])
})
