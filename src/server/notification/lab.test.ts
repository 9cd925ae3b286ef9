import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../testing/app.ts'
import { environmentReporter } from '../testing/environments.ts'
import { policyKeeper, provenanceYaml } from '../testing/policies.ts'
import { startReceiver } from '../testing/receiver.ts'
import { fingerprintOf } from '../testing/reporter.ts'

const path = '/cairn/acme/notifications'
const drafts = '/cairn/acme/notification-drafts'
const specified = '/organizations/acme/environments_notifications'
const wait = { timeout: 15_000, interval: 25 }

let app: TestApp
let report: ReturnType<typeof environmentReporter>
let keep: ReturnType<typeof policyKeeper>
let peer: Awaited<ReturnType<typeof startReceiver>>
/** Seconds by which the service's clock is ahead. */
let ahead = 0
beforeAll(async () => {
  peer = await startReceiver()
  app = await startTestApp({
    clock: () => Date.now() / 1000 + ahead,
    environment: { CAIRN_WEBHOOK_ALLOW: '127.0.0.0/8' },
  })
  report = environmentReporter(app)
  keep = policyKeeper(app)
  await keep.policy('strict', provenanceYaml)
})
afterAll(async () => {
  peer.close()
  await app.close()
})

const hook = (at: string) => ({ type: 'WEBHOOK', webhook: peer.url(at) })
const make = async (name: string, more: object = {}): Promise<number> => {
  const draft = { name, environments: [name], triggers: ['ON_STARTED_ARTIFACT'] }
  const json = { ...draft, targets: [hook(`/${name}`)], ...more }
  const { status, body } = await app.call('POST', path, { json })
  expect([status, body.name]).toEqual([201, name])
  return body.number
}
const log = async (number: number, query = '') =>
  (await app.call('GET', `${path}/${number}/deliveries${query}`)).body.deliveries
const statesOf = async (number: number) =>
  (await log(number)).map(({ state }: { state: string }) => state)
/** Makes an environment non-compliant and compliant in turn, by what runs there. */
const flip = (environment: string, isBad: boolean) =>
  isBad ? report.run(environment, { 'rogue:1': 1 }) : report.run(environment, {})
const judged = async (name: string) => {
  await report.environment(name)
  await keep.attach(name, 'strict')
}

describe('the log of what was told', () => {
  it('has every attempt with request and answer, and sends again under the same id', async () => {
    await report.environment('logged')
    peer.answer('/logged', (response) => response.writeHead(500).end('broken'))
    const number = await make('logged')
    await report.run('logged', { 'a:1': 1 })
    await expect.poll(async () => (await log(number))[0]?.attempt_count, wait).toBe(1)
    peer.answer('/logged', (response) => response.end('fine'))
    ahead += 6
    await expect.poll(() => statesOf(number), wait).toEqual(['delivered'])
    const [first] = await log(number)
    expect(first).toMatchObject({
      kind: 'event',
      target: { type: 'WEBHOOK', label: `${peer.url('')}/•••`, is_removed: false },
      event: { trigger: 'ON_STARTED_ARTIFACT', environment: 'logged', artifact_name: 'a:1' },
      attempt_count: 2,
      next_at: null,
      last_attempt: { number: 2, status: 200, response: 'fine' },
    })
    const { body } = await app.call('GET', `${path}/${number}/deliveries/${first.delivery_id}`)
    expect(body.attempts).toMatchObject([{ status: 500, response: 'broken' }, { status: 200 }])
    expect(body.request.rendering.body).toBe(peer.at('/logged')[0]?.text)
    const again = `${path}/${number}/deliveries/${first.delivery_id}/redeliver`
    const asked = await app.call('POST', again)
    expect([asked.status, asked.body.kind]).toEqual([201, 'again'])
    await expect.poll(() => peer.at('/logged').length, wait).toBe(3)
    const sent = peer.at('/logged').map(({ headers }) => headers)
    expect(new Set(sent.map((headers) => headers['webhook-id'])).size).toBe(1)
    expect(sent.map((headers) => headers['cairn-delivery'])).toEqual([
      undefined,
      undefined,
      'again',
    ])
    expect((await app.call('POST', again, { key: 'reader' })).status).toBe(403)
    const { body: page } = await app.call('GET', `${path}/${number}/deliveries?per_page=1`)
    expect(page.older).toBe(page.deliveries[0].delivery_id)
    expect((await log(number, `?before=${page.older}`)).length).toBe(1)
    expect((await log(number, '?state=failed')).length).toBe(0)
    expect((await log(number, '?state=delivered&state=waiting')).length).toBe(2)
    const days = await app.call('GET', `/cairn/acme/notification-deliveries/days?number=${number}`)
    expect(days.body.days.length).toBe(31)
    expect(days.body.days.at(-1)).toMatchObject({ delivered: 2, failed: 0, waiting: 0 })
  })

  it('says what is muted, and tells again afterwards', async () => {
    await report.environment('quiet')
    const number = await make('quiet')
    const until = Date.now() / 1000 + ahead + 3600
    const muted = await app.call('PUT', `${path}/${number}/mute`, { json: { until } })
    expect([muted.status, muted.body.muted_until, muted.body.muted_by]).toEqual([
      200,
      until,
      'member',
    ])
    await report.run('quiet', { 'a:1': 1 })
    await expect.poll(() => statesOf(number), wait).toEqual(['muted'])
    const [{ delivery_id }] = await log(number)
    await app.call('POST', `${path}/${number}/deliveries/${delivery_id}/redeliver`)
    expect(peer.at('/quiet').length).toBe(0)
    expect((await app.call('DELETE', `${path}/${number}/mute`)).body.muted_until).toBeNull()
    await expect.poll(() => peer.at('/quiet').length, wait).toBe(1)
    await report.run('quiet', { 'b:1': 1 })
    await expect.poll(() => statesOf(number), wait).toEqual(['delivered', 'delivered', 'muted'])
    expect(peer.at('/quiet').length).toBe(2)
    for (const bad of [1, until + 100 * 86_400]) {
      const refused = await app.call('PUT', `${path}/${number}/mute`, { json: { until: bad } })
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['until']])
    }
  })
})

describe('flaps and digests', () => {
  it('says nothing of a verdict change that is taken back, and a backtest says the same', async () => {
    await judged('flappy')
    const rule = {
      environments: ['flappy'],
      triggers: ['ON_NON_COMPLIANT_ENV'],
      merge_minutes: 10,
    }
    const number = await make('flappy', rule)
    await flip('flappy', true)
    await expect.poll(() => statesOf(number), wait).toEqual(['held'])
    ahead += 60
    await flip('flappy', false)
    await expect.poll(() => statesOf(number), wait).toEqual(['merged'])
    ahead += 60
    await flip('flappy', true)
    await expect.poll(() => statesOf(number), wait).toEqual(['held', 'merged'])
    expect(peer.at('/flappy').length).toBe(0)
    ahead += 601
    await expect.poll(() => statesOf(number), wait).toEqual(['delivered', 'merged'])
    expect(peer.at('/flappy').length).toBe(1)
    const { body } = await app.call('POST', `${drafts}/backtest`, { json: { ...rule, days: 7 } })
    expect(body).toMatchObject({ fired_count: 1, merged_count: 1, message_count: 1 })
    expect(body.by_environment).toEqual([{ environment: 'flappy', fired: 1 }])
    const live = await log(number)
    expect(body.events.map((one: { at: number }) => one.at)).toEqual(
      live.map((one: { event: { at: number } }) => one.event.at),
    )
  })

  it('a backtest equals what the live rule sent', async () => {
    await judged('equal')
    const triggers = ['ON_STARTED_ARTIFACT', 'ON_EXITED_ARTIFACT', 'ON_SCALED_ARTIFACT']
    const rule = {
      environments: ['equal', 'equal-all'],
      triggers: [...triggers, 'ON_ALLOWED_ARTIFACT', 'ON_NON_COMPLIANT_ENV', 'ON_COMPLIANT_ENV'],
    }
    await app.call('PATCH', '/environments/acme/equal', { json: { include_scaling: true } })
    await report.environment('equal-all', 'logical', { included_environments: ['equal'] })
    const number = await make('equal', rule)
    const reports: Record<string, number>[] = [
      { 'a:1': 1 },
      { 'a:1': 3 },
      { 'a:1': 2, 'b:1': 1 },
      {},
      { 'c:1': 1 },
    ]
    for (const running of reports) {
      ahead += 60
      await report.run('equal', running)
    }
    await keep.allow('equal', fingerprintOf('c:1'))
    const asked = { ...rule, days: 7 }
    const { body } = await app.call('POST', `${drafts}/backtest`, { json: asked })
    const told = (list: { trigger: string; environment: string; artifact_name: string }[]) =>
      list.map((one) => `${one.environment} ${one.trigger} ${one.artifact_name}`).toSorted()
    await expect
      .poll(async () => (await log(number, '?per_page=100&state=delivered')).length, wait)
      .toBe(body.fired_count)
    const live = await log(number, '?per_page=100')
    expect(told(body.events)).toEqual(told(live.map(({ event }: { event: never }) => event)))
    expect(body.fired_count).toBeGreaterThan(14)
    expect(body.days.reduce((sum: number, day: { fired: number }) => sum + day.fired, 0)).toBe(
      body.fired_count,
    )
  })

  it('gathers what happened in one message', async () => {
    await report.environment('daily')
    const number = await make('daily', { digest: 'hourly' })
    await report.run('daily', { 'a:1': 1 })
    await report.run('daily', { 'a:1': 1, 'b:1': 1 })
    await expect.poll(() => statesOf(number), wait).toHaveLength(3)
    expect(peer.at('/daily').length).toBe(0)
    ahead += 3600
    await expect.poll(() => peer.at('/daily').length, wait).toBe(1)
    const [{ text } = { text: '' }] = peer.at('/daily')
    expect(JSON.parse(text)).toMatchObject({
      event_type: 'DIGEST',
      environment: 'daily',
      description: 'daily: 2 events in daily',
      events: [{ artifact: { name: 'a:1' } }, { artifact: { name: 'b:1' } }],
    })
    const digest = (await log(number)).find(({ kind }: { kind: string }) => kind === 'digest')
    expect(digest).toMatchObject({ event_count: 2, event: null })
  })
})

describe('a test', () => {
  it('tells how each target of a draft answers, through the guard, for members alone', async () => {
    peer.answer('/try', (response) => response.writeHead(418).end('teapot'))
    const targets = [hook('/try'), { type: 'SLACK', webhook: peer.url('/slack') }]
    const json = { targets, trigger: 'ON_NON_COMPLIANT_ENV' }
    const { status, body } = await app.call('POST', `${drafts}/test`, { json })
    expect([status, body.results.length]).toEqual([200, 2])
    expect(body.results[0]).toMatchObject({ is_delivered: false, status: 418, response: 'teapot' })
    expect(body.results[1]).toMatchObject({ is_delivered: true, status: 200, type: 'SLACK' })
    expect(JSON.parse(peer.at('/try')[0]?.text ?? '').event_type).toBe('TEST')
    expect(peer.at('/slack')[0]?.text).toBe(body.results[1].rendering.body)
    const inside = { targets: [{ type: 'WEBHOOK', webhook: 'http://10.0.0.1/' }] }
    const refused = await app.call('POST', `${drafts}/test`, { json: inside })
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['targets.0.webhook']])
    expect((await app.call('POST', `${drafts}/test`, { key: 'reader', json })).status).toBe(403)
    const preview = await app.call('POST', `${drafts}/preview`, { json })
    expect(preview.body.renderings.map(({ type }: { type: string }) => type)).toEqual([
      'WEBHOOK',
      'SLACK',
    ])
  })

  it('of a saved one stands in the log, proves it, and wakes who was gone', async () => {
    await report.environment('proved')
    const number = await make('proved')
    const page = async () => (await app.call('GET', `${path}/${number}`)).body
    expect((await page()).health).toBe('never_tried')
    peer.answer('/proved', (response) => response.writeHead(410).end())
    await report.run('proved', { 'a:1': 1 })
    await expect.poll(async () => (await page()).targets[0].is_disabled, wait).toBe(true)
    expect((await page()).health).toBe('failing')
    peer.answer('/proved', (response) => response.end())
    const { status, body } = await app.call('POST', `${path}/${number}/test`, { json: {} })
    expect([status, body.results[0].is_delivered]).toEqual([200, true])
    expect(await page()).toMatchObject({ health: 'working', targets: [{ is_disabled: false }] })
    expect((await log(number))[0]).toMatchObject({ kind: 'test', requested_by: 'member' })
    const unknown = await app.call('POST', `${path}/${number}/test`, { json: { target_id: 'x' } })
    expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([400, ['target_id']])
  })
})

it('only probes a target that failed many times in a row, and sends all when it recovers', async () => {
  await report.environment('circuit')
  peer.answer('/circuit', (response) => response.writeHead(503).end())
  const number = await make('circuit')
  const names = Array.from({ length: 14 }, (_, n) => `a:${n + 1}`)
  await report.run('circuit', Object.fromEntries(names.map((name) => [name, 1])))
  const target = async () => (await app.call('GET', `${path}/${number}`)).body.targets[0]
  await expect.poll(async () => (await target()).next_probe_at, wait).not.toBeNull()
  expect(await target()).toMatchObject({ failures_in_a_row: 10, waiting_count: 14 })
  expect(peer.at('/circuit').length).toBe(10)
  ahead += 61
  await expect.poll(() => peer.at('/circuit').length, wait).toBe(11)
  expect((await target()).failures_in_a_row).toBe(11)
  peer.answer('/circuit', (response) => response.end())
  ahead += 700
  await expect.poll(async () => (await target()).waiting_count, wait).toBe(0)
  expect(await target()).toMatchObject({ failures_in_a_row: 0, next_probe_at: null })
  const first = new Set(peer.at('/circuit').map(({ headers }) => headers['webhook-id']))
  expect(first.size).toBe(14)
})

it('is specified all the same: the list of the specification shows it', async () => {
  const { body } = await app.call('GET', specified)
  const names = body.map(({ name }: { name: string }) => name)
  expect(names).toContain('logged')
})
