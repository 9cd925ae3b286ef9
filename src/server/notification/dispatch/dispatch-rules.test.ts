import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startNotifyingApp, notificationDraft as wait } from '#server/testing/notifying-app.ts'
import { provenanceYaml } from '#server/testing/policies.ts'
import { fingerprintOf } from '#server/testing/reporter.ts'

const path = '/cairn/acme/notifications'
const drafts = '/cairn/acme/notification-drafts'
const specified = '/organizations/acme/environments_notifications'

let place: Awaited<ReturnType<typeof startNotifyingApp>>
beforeAll(async () => {
  place = await startNotifyingApp()
  await place.keep.policy('strict', provenanceYaml)
})
afterAll(() => place.close())

const make = async (name: string, more: object = {}): Promise<number> => {
  const draft = { name, environments: [name], triggers: ['ON_STARTED_ARTIFACT'] }
  const json = { ...draft, targets: [place.hook(`/${name}`)], ...more }
  const { status, body } = await place.app.call('POST', path, { json })
  expect([status, body.name]).toEqual([201, name])
  return body.number
}
const log = async (number: number, query = '') =>
  (await place.app.call('GET', `${path}/${number}/deliveries${query}`)).body.deliveries
const statesOf = async (number: number) =>
  (await log(number)).map(({ state }: { state: string }) => state)
/** Makes an environment non-compliant and compliant in turn, by what runs there. */
const flip = (environment: string, isBad: boolean) =>
  isBad ? place.report.run(environment, { 'rogue:1': 1 }) : place.report.run(environment, {})
const attachPolicy = async (name: string) => {
  await place.report.environment(name)
  await place.keep.attach(name, 'strict')
}

describe('the delivery log', () => {
  it('has every attempt with request and answer, and sends again under the same id', async () => {
    await place.report.environment('logged')
    place.peer.answer('/logged', (response) => response.writeHead(500).end('broken'))
    const number = await make('logged')
    await place.report.run('logged', { 'a:1': 1 })
    await expect.poll(async () => (await log(number))[0]?.attempt_count, wait).toBe(1)
    place.peer.answer('/logged', (response) => response.end('fine'))
    place.pass(6)
    await expect.poll(() => statesOf(number), wait).toEqual(['delivered'])
    const [first] = await log(number)
    expect(first).toMatchObject({
      kind: 'event',
      target: { type: 'WEBHOOK', label: `${place.peer.url('')}/•••`, is_removed: false },
      event: { trigger: 'ON_STARTED_ARTIFACT', environment: 'logged', artifact_name: 'a:1' },
      attempt_count: 2,
      next_at: null,
      last_attempt: { number: 2, status: 200, response: 'fine' },
    })
    const { body } = await place.app.call(
      'GET',
      `${path}/${number}/deliveries/${first.delivery_id}`,
    )
    expect(body.attempts).toMatchObject([{ status: 500, response: 'broken' }, { status: 200 }])
    expect(body.request.rendering.body).toBe(place.peer.at('/logged')[0]?.text)
    const again = `${path}/${number}/deliveries/${first.delivery_id}/redeliver`
    const asked = await place.app.call('POST', again)
    expect([asked.status, asked.body.kind]).toEqual([201, 'again'])
    await expect.poll(() => place.peer.at('/logged').length, wait).toBe(3)
    const sent = place.peer.at('/logged').map(({ headers }) => headers)
    expect(new Set(sent.map((headers) => headers['webhook-id'])).size).toBe(1)
    expect(sent.map((headers) => headers['cairn-delivery'])).toEqual([
      undefined,
      undefined,
      'again',
    ])
    expect((await place.app.call('POST', again, { key: 'reader' })).status).toBe(403)
    const { body: page } = await place.app.call('GET', `${path}/${number}/deliveries?per_page=1`)
    expect(page.older).toBe(page.deliveries[0].delivery_id)
    expect((await log(number, `?before=${page.older}`)).length).toBe(1)
    expect((await log(number, '?state=failed')).length).toBe(0)
    expect((await log(number, '?state=delivered&state=waiting')).length).toBe(2)
    const days = await place.app.call(
      'GET',
      `/cairn/acme/notification-deliveries/days?number=${number}`,
    )
    expect(days.body.days.length).toBe(30)
    const { day, ...counts } = days.body.days.at(-1)
    expect(counts).toEqual({ delivered: 2, failed: 0, waiting: 0 })
    // A bar of the chart leads to the deliveries that it counts.
    const onDay = `?state=delivered&from=${day}&to=${day + 86_399.999}`
    expect((await log(number, onDay)).length).toBe(2)
    expect(await log(number, `?from=${day - 86_400}&to=${day - 0.001}`)).toEqual([])
  })

  it('shows muted deliveries, and sends again afterwards', async () => {
    await place.report.environment('quiet')
    const number = await make('quiet')
    const until = place.now() + 3600
    const muted = await place.app.call('PUT', `${path}/${number}/mute`, { json: { until } })
    expect([muted.status, muted.body.muted_until, muted.body.muted_by]).toEqual([
      200,
      until,
      'member',
    ])
    await place.report.run('quiet', { 'a:1': 1 })
    await expect.poll(() => statesOf(number), wait).toEqual(['muted'])
    const [{ delivery_id }] = await log(number)
    await place.app.call('POST', `${path}/${number}/deliveries/${delivery_id}/redeliver`)
    expect(place.peer.at('/quiet').length).toBe(0)
    expect((await place.app.call('DELETE', `${path}/${number}/mute`)).body.muted_until).toBeNull()
    await expect.poll(() => place.peer.at('/quiet').length, wait).toBe(1)
    await place.report.run('quiet', { 'b:1': 1 })
    await expect.poll(() => statesOf(number), wait).toEqual(['delivered', 'delivered', 'muted'])
    expect(place.peer.at('/quiet').length).toBe(2)
    for (const bad of [1, until + 100 * 86_400]) {
      const refused = await place.app.call('PUT', `${path}/${number}/mute`, {
        json: { until: bad },
      })
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['until']])
    }
  })
})

describe('flaps and digests', () => {
  it('sends no verdict change that is reverted, and neither does a backtest', async () => {
    await attachPolicy('flappy')
    const rule = {
      environments: ['flappy'],
      triggers: ['ON_NON_COMPLIANT_ENV'],
      merge_minutes: 10,
    }
    const number = await make('flappy', rule)
    await flip('flappy', true)
    await expect.poll(() => statesOf(number), wait).toEqual(['held'])
    place.pass(60)
    await flip('flappy', false)
    await expect.poll(() => statesOf(number), wait).toEqual(['merged'])
    place.pass(60)
    await flip('flappy', true)
    await expect.poll(() => statesOf(number), wait).toEqual(['held', 'merged'])
    expect(place.peer.at('/flappy').length).toBe(0)
    place.pass(601)
    await expect.poll(() => statesOf(number), wait).toEqual(['delivered', 'merged'])
    expect(place.peer.at('/flappy').length).toBe(1)
    const { body } = await place.app.call('POST', `${drafts}/backtest`, {
      json: { ...rule, days: 7 },
    })
    expect(body).toMatchObject({ fired_count: 1, merged_count: 1, message_count: 1 })
    expect(body.by_environment).toEqual([{ environment: 'flappy', fired: 1 }])
    const live = await log(number)
    expect(body.events.map((one: { at: number }) => one.at)).toEqual(
      live.map((one: { event: { at: number } }) => one.event.at),
    )
  })

  it('sends neither a reverted verdict change nor what reverted it', async () => {
    await attachPolicy('both')
    const triggers = ['ON_NON_COMPLIANT_ENV', 'ON_COMPLIANT_ENV']
    const number = await make('both', { triggers, merge_minutes: 10 })
    await flip('both', true)
    await expect.poll(() => statesOf(number), wait).toEqual(['held'])
    place.pass(60)
    await flip('both', false)
    await expect.poll(() => statesOf(number), wait).toEqual(['merged', 'merged'])
    place.pass(60)
    await flip('both', true)
    await expect.poll(() => statesOf(number), wait).toEqual(['held', 'merged', 'merged'])
    place.pass(601)
    await expect.poll(() => statesOf(number), wait).toEqual(['delivered', 'merged', 'merged'])
    expect(place.peer.at('/both').length).toBe(1)
  })

  it('a backtest equals what the live rule sent', async () => {
    await attachPolicy('equal')
    const triggers = ['ON_STARTED_ARTIFACT', 'ON_EXITED_ARTIFACT', 'ON_SCALED_ARTIFACT']
    const rule = {
      environments: ['equal', 'equal-all'],
      triggers: [...triggers, 'ON_ALLOWED_ARTIFACT', 'ON_NON_COMPLIANT_ENV', 'ON_COMPLIANT_ENV'],
    }
    await place.app.call('PATCH', '/environments/acme/equal', { json: { include_scaling: true } })
    await place.report.environment('equal-all', 'logical', { included_environments: ['equal'] })
    const number = await make('equal', rule)
    const reports: Record<string, number>[] = [
      { 'a:1': 1 },
      { 'a:1': 3 },
      { 'a:1': 2, 'b:1': 1 },
      {},
      { 'c:1': 1 },
    ]
    for (const running of reports) {
      place.pass(60)
      await place.report.run('equal', running)
    }
    await place.keep.allow('equal', fingerprintOf('c:1'))
    const asked = { ...rule, days: 7 }
    const { body } = await place.app.call('POST', `${drafts}/backtest`, { json: asked })
    const summaries = (list: { trigger: string; environment: string; artifact_name: string }[]) =>
      list.map((one) => `${one.environment} ${one.trigger} ${one.artifact_name}`).toSorted()
    await expect
      .poll(async () => (await log(number, '?per_page=100&state=delivered')).length, wait)
      .toBe(body.fired_count)
    const live = await log(number, '?per_page=100')
    expect(summaries(body.events)).toEqual(
      summaries(live.map(({ event }: { event: never }) => event)),
    )
    expect(body.fired_count).toBeGreaterThan(14)
    // Each is rendered as it was sent.
    const sent = place.peer.at('/equal').map(({ text }) => JSON.parse(text))
    for (const event of [body.events[0], body.events[3], body.events.at(-1)]) {
      const json = { targets: [place.hook('/equal')], event }
      const preview = await place.app.call('POST', `${drafts}/preview`, { json })
      const { renderings, event_at } = preview.body
      expect([preview.status, event_at]).toEqual([200, event.at])
      expect(sent).toContainEqual(JSON.parse(renderings[0].rendering.body))
    }
    expect(body.days.reduce((sum: number, day: { fired: number }) => sum + day.fired, 0)).toBe(
      body.fired_count,
    )
  })

  it('collects events in one message', async () => {
    await place.report.environment('daily')
    const number = await make('daily', { digest: 'hourly' })
    await place.report.run('daily', { 'a:1': 1 })
    await place.report.run('daily', { 'a:1': 1, 'b:1': 1 })
    await expect.poll(() => statesOf(number), wait).toHaveLength(3)
    expect(place.peer.at('/daily').length).toBe(0)
    place.pass(3600)
    await expect.poll(() => place.peer.at('/daily').length, wait).toBe(1)
    const [{ text } = { text: '' }] = place.peer.at('/daily')
    expect(JSON.parse(text)).toMatchObject({
      event_type: 'DIGEST',
      environment: 'daily',
      description: 'daily: 2 events in daily',
      events: [{ artifact: { name: 'a:1' } }, { artifact: { name: 'b:1' } }],
    })
    // It leads to the events that it sums up, no others.
    const { html_url, events } = JSON.parse(text)
    const link = new URL(html_url)
    expect(link.pathname).toBe('/acme/events')
    expect(link.searchParams.getAll('environment')).toEqual(['daily'])
    const times = events.map(({ timestamp }: { timestamp: string }) => Number(timestamp))
    expect(Number(link.searchParams.get('from'))).toBe(Math.min(...times))
    expect(Number(link.searchParams.get('to'))).toBe(Math.max(...times) + 1)
    const digest = (await log(number)).find(({ kind }: { kind: string }) => kind === 'digest')
    expect(digest).toMatchObject({ event_count: 2, event: null })
  })
})

describe('a test', () => {
  it('shows how each target of a draft answers, through the egress policy, for members only', async () => {
    place.peer.answer('/try', (response) => response.writeHead(418).end('teapot'))
    const targets = [place.hook('/try'), { type: 'SLACK', webhook: place.peer.url('/slack') }]
    const json = { targets, trigger: 'ON_NON_COMPLIANT_ENV' }
    const { status, body } = await place.app.call('POST', `${drafts}/test`, { json })
    expect([status, body.results.length]).toEqual([200, 2])
    expect(body.results[0]).toMatchObject({ is_delivered: false, status: 418, response: 'teapot' })
    expect(body.results[1]).toMatchObject({ is_delivered: true, status: 200, type: 'SLACK' })
    expect(JSON.parse(place.peer.at('/try')[0]?.text ?? '').event_type).toBe('TEST')
    expect(place.peer.at('/slack')[0]?.text).toBe(body.results[1].rendering.body)
    const inside = { targets: [{ type: 'WEBHOOK', webhook: 'http://10.0.0.1/' }] }
    const refused = await place.app.call('POST', `${drafts}/test`, { json: inside })
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['targets.0.webhook']])
    expect((await place.app.call('POST', `${drafts}/test`, { key: 'reader', json })).status).toBe(
      403,
    )
    const preview = await place.app.call('POST', `${drafts}/preview`, { json })
    expect(preview.body.renderings.map(({ type }: { type: string }) => type)).toEqual([
      'WEBHOOK',
      'SLACK',
    ])
  })

  it('of a saved one is logged, proves it, and enables it again', async () => {
    await place.report.environment('proved')
    const number = await make('proved')
    const page = async () => (await place.app.call('GET', `${path}/${number}`)).body
    expect((await page()).health).toBe('never_tried')
    place.peer.answer('/proved', (response) => response.writeHead(410).end())
    await place.report.run('proved', { 'a:1': 1 })
    await expect.poll(async () => (await page()).targets[0].is_disabled, wait).toBe(true)
    expect((await page()).health).toBe('failing')
    place.peer.answer('/proved', (response) => response.end())
    const { status, body } = await place.app.call('POST', `${path}/${number}/test`, { json: {} })
    expect([status, body.results[0].is_delivered]).toEqual([200, true])
    expect(await page()).toMatchObject({ health: 'working', targets: [{ is_disabled: false }] })
    expect((await log(number))[0]).toMatchObject({ kind: 'test', requested_by: 'member' })
    const unknown = await place.app.call('POST', `${path}/${number}/test`, {
      json: { target_id: 'x' },
    })
    expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([400, ['target_id']])
  })
})

it('only probes a target that failed many times in a row, and sends everything when it recovers', async () => {
  await place.report.environment('circuit')
  place.peer.answer('/circuit', (response) => response.writeHead(503).end())
  const number = await make('circuit')
  const names = Array.from({ length: 14 }, (_, n) => `a:${n + 1}`)
  await place.report.run('circuit', Object.fromEntries(names.map((name) => [name, 1])))
  const target = async () => (await place.app.call('GET', `${path}/${number}`)).body.targets[0]
  await expect.poll(async () => (await target()).next_probe_at, wait).not.toBeNull()
  // Each was tried but once: the target must still show as failing.
  const failing = { health: 'failing', failures_in_a_row: 10, waiting_count: 14 }
  expect(await target()).toMatchObject(failing)
  const [newest] = await log(number)
  expect(newest.next_at).toBe((await target()).next_probe_at)
  expect(place.peer.at('/circuit').length).toBe(10)
  place.pass(61)
  await expect.poll(() => place.peer.at('/circuit').length, wait).toBe(11)
  await expect.poll(async () => (await target()).failures_in_a_row, wait).toBe(11)
  place.peer.answer('/circuit', (response) => response.end())
  place.pass(700)
  await expect.poll(async () => (await target()).waiting_count, wait).toBe(0)
  expect(await target()).toMatchObject({ failures_in_a_row: 0, next_probe_at: null })
  const first = new Set(place.peer.at('/circuit').map(({ headers }) => headers['webhook-id']))
  expect(first.size).toBe(14)
})

it('is in the list of the public API, too', async () => {
  const { body } = await place.app.call('GET', specified)
  const names = body.map(({ name }: { name: string }) => name)
  expect(names).toContain('logged')
})

it('counts by day what a recount gives, and in time deletes the messages, but not their results', async () => {
  const outcomes = (counted: string) =>
    place.app.query(`select number, delivered, failed from (${counted}) counted
      join notification on notification.id = notification_id order by number`)
  const sum = 'sum(delivered)::int as delivered, sum(failed)::int as failed from delivery_day'
  const count = (state: string) => `count(*) filter (where state = '${state}')::int as ${state}`
  const finished = await outcomes(`select notification_id, ${sum} group by 1`)
  expect(finished).toEqual(
    await outcomes(`select notification_id, ${count('delivered')}, ${count('failed')}
      from delivery where state in ('delivered', 'failed') group by 1`),
  )
  expect(finished.length).toBeGreaterThan(5)

  const number = await make('logged-again', { environments: ['logged'] })
  await place.report.run('logged', { 'old:1': 1 })
  await expect.poll(() => statesOf(number), wait).toEqual(['delivered'])
  await place.app.call('POST', `${path}/${number}/test`, { json: {} })
  const shown = async () => {
    const list = await log(number)
    const urls = list.map(({ delivery_id: id }: { delivery_id: string }) => `deliveries/${id}`)
    const all = await Promise.all(
      urls.map((url: string) => place.app.call('GET', `${path}/${number}/${url}`)),
    )
    return all.map(({ body }) => body)
  }
  const before = await shown()
  expect(before.map(({ is_kept }) => is_kept)).toEqual([true, true])
  place.pass(181 * 86_400)
  await expect
    .poll(async () => (await shown()).map(({ is_kept }) => is_kept), wait)
    .toEqual([false, false])
  const after = await shown()
  for (const [index, { request, attempts, state, event }] of after.entries()) {
    const whole = before[index]
    expect([request, state, event]).toEqual([null, whole.state, whole.event])
    const [attempt] = whole.attempts
    expect(attempts).toEqual([{ ...attempt, response: null }])
  }
  const again = `${path}/${number}/deliveries/${after[1].delivery_id}/redeliver`
  const refused = await place.app.call('POST', again)
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    400,
    'not_deliverable',
    'The message is no longer stored: messages are kept for 180 days',
  ])
})
