import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventDay, LoggedEvent } from '#contract/event/event.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { policyClient, policyYaml, provenanceYaml } from '#server/testing/policies.ts'
import { fingerprintOf } from '#server/testing/reporter.ts'

const day = 86_400
const start = 20_833 * day
let app: TestApp
let now = start
beforeAll(async () => {
  app = await startTestApp({ clock: () => now })
  const report = environmentReporter(app)
  for (const name of ['prod', 'stage']) await report.environment(name)
  await report.environment('all', 'logical', { included_environments: ['prod'] })
  await app.call('PATCH', '/tags/acme/environment/stage', { json: { set_tags: { tier: 'test' } } })
  await report.build('shop', 'shop:1')
  await report.build('shop', 'shop:2')
  const repo_info = { id: '1', name: 'acme/bank', url: 'https://github.com/acme/bank' }
  await report.build('bank', 'bank:1', { repo_info: { ...repo_info, provider: 'github' } })
  await report.run('prod', { 'shop:1': 1 })
  now = start + day + 10
  await report.run('prod', { 'shop:2': 1 })
  await report.run('prod', { 'shop:2': 4 })
  now = start + 3 * day + 20
  await report.run('stage', { 'bank:1': 1, other: 2 })
})
afterAll(() => app.close())

const list = async (query = '', key = 'reader') => {
  const answer = await app.call('GET', `/cairn/acme/environment-events?${query}`, { key })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const textsOf = (events: LoggedEvent[]) =>
  events.map((one) => `${one.environment_name} ${one.type} ${one.artifact_name}`).sort()
const inProd = ['prod exited shop:1', 'prod started shop:1', 'prod started shop:2']
const inStage = ['stage started bank:1', 'stage started other']

describe('the log of events', () => {
  it('has the events of all environments, newest first, without scaling', async () => {
    const { events, older, newer, last_before } = await list()
    expect(textsOf(events)).toEqual([...inProd, ...inStage])
    const times = events.map((one: LoggedEvent) => one.recorded_at)
    expect(times).toEqual([...times].sort((a, b) => b - a))
    expect([older, newer, last_before]).toEqual([null, null, null])
    const replacing = events.find((one: LoggedEvent) => one.artifact_name === 'shop:2')
    expect(replacing).toMatchObject({
      snapshot_index: 2,
      was: 0,
      now: 1,
      fingerprint: fingerprintOf('shop:2'),
      compliant: null,
      flow_name: 'shop',
      trail_name: 'run-shop-2',
      git_commit: '2'.repeat(40),
      commit_author: 'Ada <ada@example.com>',
      code_diff: `https://github.com/acme/shop/compare/${'1'.repeat(40)}...${'2'.repeat(40)}`,
      flip: null,
    })
    const exit = events.find((one: LoggedEvent) => one.type === 'exited')
    const step = ({ event_id, artifact_name }: LoggedEvent) => ({ event_id, artifact_name })
    expect(replacing).toMatchObject({ replaced: step(exit), replaced_by: null })
    expect(exit).toMatchObject({ replaced: null, replaced_by: step(replacing) })
    // Whatever the filter leaves out.
    const [alone] = (await list('event=exited')).events
    expect(alone.replaced_by).toEqual(step(replacing))
    const unknown = events.find((one: LoggedEvent) => one.artifact_name === 'other')
    expect(unknown).toMatchObject({ flow_name: null, git_commit: null, code_diff: null })
  })

  it.each([
    ['environment=stage', inStage],
    ['environment=all', inProd],
    ['environment=all&environment=stage', [...inProd, ...inStage]],
    ['environment=absent', []],
    ['tag=tier', inStage],
    ['tag=tier:test&tag=tier:prod', []],
    ['environment=prod&tag=tier', []],
    ['event=exited', ['prod exited shop:1']],
    ['event=scaled', ['prod scaled shop:2']],
    ['event=scaled&event=exited', ['prod exited shop:1', 'prod scaled shop:2']],
    ['flow_name=shop', inProd],
    ['flow_name=absent', []],
    ['repo_name=acme/bank', ['stage started bank:1']],
    [`fingerprint=${fingerprintOf('shop:1')}`, ['prod exited shop:1', 'prod started shop:1']],
    [`from=${start + day}&to=${start + 2 * day}`, ['prod exited shop:1', 'prod started shop:2']],
    [`from=${start + 2 * day}&to=${start + day}`, []],
  ])('is narrowed by %s', async (query, expected) => {
    expect(textsOf((await list(query)).events)).toEqual(expected)
    const window = `${query}${query.includes('from=') ? '' : `&from=${start}&to=${now}`}`
    const { body } = await app.call('GET', `/cairn/acme/environment-events/days?${window}`)
    const sum = body.days.reduce(
      (total: number, one: EventDay) =>
        total + one.started + one.exited + one.changed + one.scaled + one.silence,
      0,
    )
    expect(sum).toBe(expected.length)
  })

  it('is paged from any event, each once, in both directions', async () => {
    const all = (await list()).events.map((one: LoggedEvent) => one.event_id)
    const found: string[] = []
    let before: string | null = ''
    while (before !== null) {
      const { events, older, newer } = await list(`per_page=2&before=${before}`)
      expect(newer === null).toBe(found.length === 0)
      found.push(...events.map((one: LoggedEvent) => one.event_id))
      before = older
    }
    expect(found).toEqual(all)
    const above = await list(`per_page=2&after=${all[3]}`)
    expect(above.events.map((one: LoggedEvent) => one.event_id)).toEqual(all.slice(1, 3))
    expect(above).toMatchObject({ newer: all[1], older: all[2] })
    const around = await list(`per_page=2&event_id=${all[2]}`)
    expect(around.events.map((one: LoggedEvent) => one.event_id)).toEqual(all.slice(0, 4))
    expect(around).toMatchObject({ newer: null, older: all[3] })
  })

  it('shows for an empty window the last event before it', async () => {
    const { events, last_before } = await list(`environment=prod&from=${start + 2 * day}`)
    expect(events).toEqual([])
    expect(last_before).toMatchObject({
      recorded_at: start + day + 10,
      event_id: expect.any(String),
    })
    expect((await list(`event=exited&environment=stage&from=${now}`)).last_before).toBeNull()
  })

  it('counts each day, those without events too', async () => {
    const path = `/cairn/acme/environment-events/days?from=${start}&to=${now}&event=started&event=exited&event=scaled`
    const { body } = await app.call('GET', path)
    expect(body).toEqual({
      from: start,
      to: now,
      days: [
        { day: start, started: 1, exited: 0, changed: 0, scaled: 0, silence: 0 },
        { day: start + day, started: 1, exited: 1, changed: 0, scaled: 1, silence: 0 },
        { day: start + 2 * day, started: 0, exited: 0, changed: 0, scaled: 0, silence: 0 },
        { day: start + 3 * day, started: 2, exited: 0, changed: 0, scaled: 0, silence: 0 },
      ],
      flips: 0,
      newest_flips: [],
    })
    const usual = await app.call('GET', '/cairn/acme/environment-events/days')
    expect(usual.body).toMatchObject({ to: now, from: now - 7 * day })
  })

  it.each([
    ['event=burst', 400, 'event'],
    ['from=soon', 400, 'from'],
    ['per_page=0', 400, 'per_page'],
    ['per_page=501', 400, 'per_page'],
  ])('refuses %s', async (query, status, field) => {
    const answer = await app.call('GET', `/cairn/acme/environment-events?${query}`)
    expect(answer.status).toBe(status)
    expect(Object.keys(answer.body.errors).join()).toContain(field)
  })

  it('has no event of other organizations, and counts 400 days at most', async () => {
    for (const name of ['event_id', 'before', 'after']) {
      const answer = await app.call('GET', `/cairn/acme/environment-events?${name}=nobody`)
      expect(answer).toMatchObject({ status: 404, body: { message: "Event 'nobody' not found" } })
    }
    const wide = await app.call('GET', `/cairn/acme/environment-events/days?from=0&to=${now}`)
    expect(wide.status).toBe(200)
    expect(wide.body.days.length).toBeLessThanOrEqual(401)
  })

  it('leaves out archived environments unless they are asked for', async () => {
    const before = textsOf((await list()).events)
    await app.call('PUT', '/environments/acme/stage/archive')
    expect(textsOf((await list()).events)).toEqual(inProd)
    expect(textsOf((await list('archived=only')).events)).toEqual(inStage)
    expect(textsOf((await list('archived=include')).events)).toEqual(before)
  })

  it('marks the event that made a verdict flip, and counts the flips', async () => {
    const keep = policyClient(app)
    await keep.policy('origin', provenanceYaml)
    const report = environmentReporter(app)
    await report.environment('gate')
    await keep.attach('gate', 'origin')
    await report.run('gate', { 'shop:1': 1 })
    await report.run('gate', { 'shop:2': 1, stranger: 1 })
    now += 10
    const { events } = await list('environment=gate')
    const flips = events.filter((one: LoggedEvent) => one.flip !== null)
    expect(flips.map((one: LoggedEvent) => one.artifact_name)).toEqual(['stranger'])
    expect(flips[0].flip).toMatchObject({ from: { state: true }, to: { state: false } })
    const days = await app.call('GET', '/cairn/acme/environment-events/days?environment=gate')
    expect(days.body).toMatchObject({
      flips: 1,
      newest_flips: [{ environment_name: 'gate', snapshot_index: 2, state: false }],
    })
  })

  it('lists flips alone, each once by its cause, as many as are counted', async () => {
    const [report, keep] = [environmentReporter(app), policyClient(app)]
    const twins = ['twin-a', 'twin-b']
    for (const name of twins) {
      await report.environment(name)
      await report.run(name, { 'shop:1': 1, stranger: 1 })
      // Both at one instant.
      await keep.attach(name, 'origin')
    }
    now += 10
    await report.run('twin-a', { 'shop:1': 1 })
    now += 10
    const of = twins.map((name) => `environment=${name}`).join('&')
    const all = (await list(`${of}&per_page=500`)).events
    const flips = all.filter((one: LoggedEvent) => one.flip !== null)
    expect(flips.map((one: LoggedEvent) => [one.environment_name, one.flip?.to.state])).toEqual([
      ['twin-a', true],
      ['twin-b', false],
      ['twin-a', false],
    ])
    const ids = flips.map((one: LoggedEvent) => one.event_id)
    expect((await list(`${of}&flips=true`)).events).toEqual(flips)
    const found: string[] = []
    let before: string | null = ''
    while (before !== null) {
      const page = await list(`${of}&flips=true&per_page=1&before=${before}`)
      found.push(...page.events.map((one: LoggedEvent) => one.event_id))
      before = page.older
    }
    expect(found).toEqual(ids)
    const newer = await list(`${of}&flips=true&per_page=2&after=${ids[2]}`)
    expect(newer.events.map((one: LoggedEvent) => one.event_id)).toEqual(ids.slice(0, 2))
    const around = await list(`${of}&flips=true&per_page=1&event_id=${ids[1]}`)
    expect(around.events.map((one: LoggedEvent) => one.event_id)).toEqual(ids.slice(0, 2))
    const { body } = await app.call('GET', `/cairn/acme/environment-events/days?${of}`)
    expect(body.flips).toBe(flips.length)
    // Only where such an event took part.
    expect((await list(`${of}&flips=true&event=exited`)).events).toEqual([flips[0]])
    expect((await list(`${of}&flips=true&flow_name=bank`)).events).toEqual([])
    const file = await app.call('GET', `/cairn/acme/exports/environment-events?${of}&flips=true`)
    expect(file.text.trim().split('\r\n')).toHaveLength(flips.length + 1)
  })

  it.each([
    [
      'NON-COMPLIANT',
      ['twin-a changed stranger', 'twin-a exited stranger', 'twin-b changed stranger'],
      ['twin-a', 'twin-b'],
    ],
    ['COMPLIANT', ['twin-a changed shop:1', 'twin-b changed shop:1'], ['twin-a']],
    [
      'UNKNOWN',
      ['twin-a', 'twin-b'].flatMap((name) => [
        `${name} started shop:1`,
        `${name} started stranger`,
      ]),
      [],
    ],
  ])('is narrowed by verdict: %s', async (verdict, happened, became) => {
    const of = `environment=twin-a&environment=twin-b&verdict=${verdict}`
    const { events } = await list(of)
    expect(textsOf(events)).toEqual(happened)
    const compliant = { COMPLIANT: true, 'NON-COMPLIANT': false, UNKNOWN: null }[verdict]
    expect(events.every((one: LoggedEvent) => one.compliant === compliant)).toBe(true)
    const flips: LoggedEvent[] = (await list(`${of}&flips=true`)).events
    expect(flips.map((one) => one.environment_name).sort()).toEqual(became)
    expect(flips.every(({ flip }) => flip?.to.state === compliant)).toBe(true)
    const { body } = await app.call('GET', `/cairn/acme/environment-events/days?${of}`)
    const total = body.days.reduce(
      (sum: number, day: EventDay) => sum + day.started + day.exited + day.changed,
      0,
    )
    expect([total, body.flips, body.newest_flips.length]).toEqual([
      happened.length,
      became.length,
      became.length,
    ])
    expect(
      (await app.call('GET', '/cairn/acme/environment-events?verdict=good')).body.errors,
    ).toEqual({ verdict: expect.any(String) })
  })
})

it('says of each compliant event what carried the verdict then, in its file, too', async () => {
  const [report, keep] = [environmentReporter(app), policyClient(app)]
  const exceptions = ['  exceptions:', `    - if: "\${{ artifact.name == 'proxy' }}"`]
  await keep.policy('freeing', policyYaml('provenance:', '  required: true', ...exceptions))
  await report.environment('freed')
  await keep.attach('freed', 'freeing')
  now += 60
  await report.run('freed', { proxy: 1, 'shop:1': 1 })
  now += 60
  await report.run('freed', { 'shop:1': 1 })
  const { events } = await list('environment=freed')
  const said = events.map((one: LoggedEvent) => [
    `${one.artifact_name} ${one.now}`,
    one.compliant,
    one.qualifiers?.exempt,
  ])
  expect(said.toSorted()).toEqual([
    ['proxy 0', true, 1],
    ['proxy 1', true, 1],
    ['shop:1 1', true, 0],
  ])
  const { text } = await app.call('GET', '/cairn/acme/exports/environment-events?environment=freed')
  const [head = '', ...rows] = text.trim().split('\r\n')
  const at = head.split(',').indexOf('exempt')
  expect(rows.map((row) => row.split(',')[at]).toSorted()).toEqual(['0', '1', '1'])
})
