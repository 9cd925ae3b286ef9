import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventDay, LoggedEvent, VerdictFlip } from '#contract/event/event.ts'
import type { RecentChange } from '#contract/overview/overview.ts'
import { settingDefaults } from '#contract/organization/organization-settings.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { policyClient, provenanceYaml } from '#server/testing/policies.ts'

const hour = 3_600
const day = 24 * hour
const start = 20_833 * day
let app: TestApp
let now = start

const list = async (query = '') => {
  const answer = await app.call('GET', `/cairn/acme/environment-events?${query}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const textsOf = (events: LoggedEvent[]) =>
  events.map((one) => `${one.environment_name} ${one.type} ${(one.recorded_at - start) / hour}`)
const days = async (query: string) =>
  (await app.call('GET', `/cairn/acme/environment-events/days?${query}`)).body.days

const silences = [
  'quiet fell-silent 21',
  'busy fell-silent 19',
  'busy reported-again 18',
  'busy fell-silent 15',
  'busy reported-again 10',
  'busy fell-silent 6',
]

beforeAll(async () => {
  app = await startTestApp({ clock: () => now })
  const report = environmentReporter(app)
  for (const name of ['busy', 'quiet', 'waiting']) await report.environment(name)
  await report.environment('all', 'logical', { included_environments: ['busy'] })
  const json = { ...settingDefaults.reporting, server: 60 }
  await app.call('PUT', '/cairn/acme/settings/reporting', { key: 'admin', json })
  for (const [at, env] of [
    [5, 'busy'],
    [10, 'busy'],
    [10.5, 'busy'],
    [14, 'busy'],
    [18, 'busy'],
    [20, 'quiet'],
  ] as const) {
    now = start + at * hour
    await report.run(env, { [env === 'busy' && at > 14 ? 'shop:2' : 'shop:1']: 1 })
    if (at === 10.5) {
      await app.call('PATCH', '/environments/acme/busy', { json: { reporting_minutes: 240 } })
    }
    if (at === 14) {
      await app.call('PATCH', '/environments/acme/busy', { json: { reporting_minutes: 60 } })
    }
  }
  now = start + 22 * hour
})
afterAll(() => app.close())

describe('the log of events', () => {
  it('says when an environment fell silent, and when it reported again', async () => {
    const { events } = await list('event=fell-silent&event=reported-again')
    expect(textsOf(events)).toEqual(silences)
    const last = start + 18 * hour
    expect(events[1]).toMatchObject({
      snapshot_index: 2,
      artifact_name: '',
      flow_name: null,
      cause: null,
      silence: { from: last + hour, to: null, last_reported_at: last },
      flip: { from: { state: null, is_stale: false }, to: { state: null, is_stale: true } },
    })
    expect(events[2]).toMatchObject({
      snapshot_index: 2,
      silence: { from: start + 15 * hour, to: last, last_reported_at: start + 14 * hour },
      flip: { from: { is_stale: true }, to: { is_stale: false } },
    })
    expect(events[3].snapshot_index).toBe(1)
  })

  it('lists them among the events of artifacts, in the order of time', async () => {
    const { events } = await list()
    const times = events.map((one: LoggedEvent) => one.recorded_at)
    expect(times).toEqual([...times].sort((a, b) => b - a))
    expect(events.filter((one: LoggedEvent) => one.silence)).toHaveLength(silences.length)
    // One start each, and the replacement.
    expect(events).toHaveLength(silences.length + 4)
  })

  it.each([
    ['event=fell-silent', silences.filter((one) => one.includes('fell'))],
    ['event=reported-again', silences.filter((one) => one.includes('again'))],
    [
      'event=reported-again&event=exited',
      ['busy exited 18', 'busy reported-again 18', 'busy reported-again 10'],
    ],
    ['environment=all&event=fell-silent', silences.filter((one) => one.includes('busy fell'))],
    ['environment=waiting', []],
    ['flow_name=shop', []],
    ['verdict=UNKNOWN&event=fell-silent&event=reported-again', []],
    [`from=${start + 12 * hour}&to=${start + 16 * hour}`, ['busy fell-silent 15']],
  ])('is narrowed by %s', async (query, expected) => {
    expect(textsOf((await list(query)).events).sort()).toEqual([...expected].sort())
    const counted = await days(
      `${query}${query.includes('from=') ? '' : `&from=${start}&to=${now}`}`,
    )
    const sum = counted.reduce(
      (total: number, one: EventDay) => total + one.silence + one.exited + one.started,
      0,
    )
    expect(sum).toBe(expected.length)
  })

  it('is paged through them, each once, in both directions', async () => {
    const all = (await list()).events.map((one: LoggedEvent) => one.event_id)
    const down: string[] = []
    let before: string | null = ''
    while (before !== null) {
      const page = await list(`per_page=1&before=${encodeURIComponent(before)}`)
      down.push(...page.events.map((one: LoggedEvent) => one.event_id))
      before = page.older
    }
    expect(down).toEqual(all)
    const up: string[] = [all.at(-1)]
    let after: string | null = all.at(-1)
    while (after !== null) {
      const page = await list(`per_page=1&after=${encodeURIComponent(after)}`)
      up.unshift(...page.events.map((one: LoggedEvent) => one.event_id))
      after = page.newer
    }
    expect(up).toEqual(all)
    const cited = await list(`event_id=${encodeURIComponent(all[3])}&per_page=1`)
    expect(cited.events.map((one: LoggedEvent) => one.event_id)).toEqual(all.slice(0, 4))
  })

  it.each(['silence_', 'silence_nobody_1', 'silence_x_1e9', 'silence_x_-1', 'silence_x_1_2'])(
    'knows no event %s',
    async (id) => {
      const path = `/cairn/acme/environment-events?event_id=${id}`
      expect((await app.call('GET', path)).status).toBe(404)
    },
  )

  it('counts them by day, and keeps them out of the public list of events', async () => {
    const [first] = await days(`from=${start}&to=${now}`)
    expect(first).toMatchObject({ silence: silences.length, started: 3, exited: 1 })
    const events = (await app.call('GET', '/environments/acme/busy/events')).body
    expect(events.map((one: { type: string }) => one.type).sort()).toEqual([
      'exited',
      'started',
      'started',
    ])
  })

  it('counts them among flips, and lists them there', async () => {
    const { body } = await app.call(
      'GET',
      `/cairn/acme/environment-events/days?environment=busy&from=${start}&to=${now}`,
    )
    const { events } = await list('environment=busy&flips=true')
    expect(events).toHaveLength(body.flips)
    const staleAt = events.map((one: LoggedEvent) => [one.recorded_at, one.flip?.to.is_stale])
    expect(staleAt).toEqual(body.newest_flips.map((one: VerdictFlip) => [one.at, one.is_stale]))
    expect(events.some((one: LoggedEvent) => one.silence)).toBe(true)
  })

  it('does not say that it fell silent while the clock is before its last report', async () => {
    now = start + 2 * hour
    const open = (await list('event=fell-silent')).events.filter(
      (one: LoggedEvent) => one.silence?.to === null,
    )
    expect(open).toEqual([])
    now = start + 22 * hour
  })
})

describe('a verdict that changes in silence', () => {
  const at = (hours: number) => start + hours * hour
  // Of one instant the second snapshot is a moment later.
  const hoursOf = (instant: number) => Math.round(((instant - start) / hour) * 100) / 100
  const flips = async () => (await list('environment=mute&flips=true')).events as LoggedEvent[]
  const sideText = ({ state, is_stale }: { state: boolean | null; is_stale: boolean }) =>
    `${String(state)}${is_stale ? ', stale' : ''}`

  beforeAll(async () => {
    const report = environmentReporter(app)
    const keep = policyClient(app)
    await keep.policy('origin', provenanceYaml)
    await report.environment('mute')
    await report.environment('mutes', 'logical', { included_environments: ['mute'] })
    now = at(30)
    await report.run('mute', { 'stranger:1': 1 })
    now = at(32)
    await keep.attach('mute', 'origin')
    now = at(33)
    await report.run('mute', { 'stranger:1': 1 })
    now = at(36)
    await report.flow('known')
    await report.build('known', 'stranger:1')
    now = at(37)
    await report.run('mute', { 'stranger:2': 1 })
    now = at(37.5)
  })
  afterAll(() => void (now = at(22)))

  it('is one that is not known to hold, before and after', async () => {
    const texts = (await flips()).map(
      ({ recorded_at, type, flip }) =>
        flip && `${type} ${hoursOf(recorded_at)}: ${sideText(flip.from)} -> ${sideText(flip.to)}`,
    )
    expect(texts).toEqual([
      'reported-again 37: true, stale -> false',
      'started-non-compliant 37: true, stale -> false',
      'updated-provenance 36: false, stale -> true, stale',
      'fell-silent 34: false -> false, stale',
      'reported-again 33: false, stale -> false',
      'changed 32: null, stale -> false, stale',
      'fell-silent 31: null -> null, stale',
    ])
    const path = '/cairn/acme/exports/environment-events?environment=mute&flips=true'
    const { text } = await app.call('GET', path)
    const [names = [], ...rows] = text.split('\r\n').map((line) => line.split(','))
    const exported = rows.flatMap((row) => row[names.indexOf('environment_stale')] ?? [])
    expect(exported.join()).toBe('false,false,true,true,false,true,true')
    const days = await app.call(
      'GET',
      `/cairn/acme/environment-events/days?environment=mute&from=${start}&to=${now}`,
    )
    const counted = days.body.newest_flips.map((one: VerdictFlip) => [
      one.at,
      one.was_stale,
      one.is_stale,
    ])
    expect(counted.sort()).toEqual(
      (await flips())
        .map(({ recorded_at, flip }) => [recorded_at, flip?.from.is_stale, flip?.to.is_stale])
        .sort(),
    )
  })

  it('is so among the changes of the overview, of a logical environment too', async () => {
    const { changes } = (await app.call('GET', `/cairn/acme/overview/changes?from=${at(29)}`)).body
    const texts = (changes as RecentChange[]).flatMap((one) => {
      if (one.kind !== 'flip') return []
      const before = { state: one.before, is_stale: one.before_is_stale }
      const after = { state: one.after, is_stale: one.after_is_stale }
      return [
        `${one.environment_name} ${hoursOf(one.at)}: ${sideText(before)} -> ${sideText(after)}`,
      ]
    })
    const own = (name: string) => [
      `${name} 37: true, stale -> false`,
      `${name} 36: false, stale -> true, stale`,
      `${name} 32: null, stale -> false, stale`,
    ]
    expect(texts.sort()).toEqual([...own('mute'), ...own('mutes')].sort())
  })
})
