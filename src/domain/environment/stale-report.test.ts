import { expect, it } from 'vitest'
import { settingDefaults } from '#contract/organization/organization-settings.ts'
import {
  assumedInterval,
  decisiveMember,
  intervalOf,
  isStale,
  type Reported,
  staleAt,
} from './stale-report.ts'

const minutes = { ...settingDefaults.reporting, K8S: 10, server: 60 }
const rules = { minutes, now: 10_000 }
const reported = (fields: Partial<Reported>): Reported => ({
  type: 'K8S',
  heard_at: 1_000,
  reporting_minutes: null,
  learned_interval: null,
  ...fields,
})
const logical = (...members: Reported[]) => reported({ type: 'logical', heard_at: 5_000, members })

it.each([
  ['its last report and the interval of its type', reported({}), 1_600],
  ['another type, another interval', reported({ type: 'server' }), 4_600],
  ['its own interval before that of its type', reported({ reporting_minutes: 2 }), 1_120],
  ['the interval of its type before what was learned', reported({ learned_interval: 5 }), 1_600],
  ['what was learned', reported({ type: 'S3', learned_interval: 500 }), 1_500],
  ['7 days where nothing is known', reported({ type: 'S3' }), 1_000 + assumedInterval],
  ['no report yet', reported({ heard_at: null }), null],
  ['archived', reported({ archived_at: 1_100 }), null],
  [
    'the stalest member',
    logical(reported({ heard_at: 9_000 }), reported({ type: 'server' })),
    4_600,
  ],
  [
    'the last of the members that fail, since one that reports keeps it failing',
    logical(
      reported({ heard_at: 1_000, state: true }),
      reported({ heard_at: 2_000, state: false }),
      reported({ heard_at: 9_000, state: false }),
    ),
    9_600,
  ],
  [
    'the only one that fails, however silent others are',
    logical(
      reported({ reporting_minutes: 1, state: false }),
      reported({ heard_at: 10, reporting_minutes: 1, state: true }),
    ),
    1_060,
  ],
  [
    'never, while one that fails never turns stale',
    logical(reported({ state: true }), reported({ heard_at: null, state: false })),
    null,
  ],
  ['members without a report', logical(reported({ heard_at: null })), null],
  ['no members', logical(), null],
  ['now, of a report by a clock that was set back', reported({ heard_at: 10_061 }), 10_000],
  ['its interval, of clocks that differ a little', reported({ heard_at: 10_059 }), 10_659],
])('is stale from %s', (_what, environment, expected) => {
  expect(staleAt(environment, rules)).toBe(expected)
})

it('names the member that a logical environment became stale with', () => {
  const silent = reported({ heard_at: 10, state: true })
  const failing = [2_000, 3_000].map((heard_at) => reported({ heard_at, state: false }))
  expect(decisiveMember([silent, ...failing], rules)).toBe(failing[1])
  expect(decisiveMember([reported({}), silent], rules)).toBe(silent)
  expect(decisiveMember([], rules)).toBeUndefined()
})

it.each([
  [{ reporting_minutes: 2, learned_interval: 5 }, 'K8S', 'environment'],
  [{ reporting_minutes: null, learned_interval: 5 }, 'K8S', 'type'],
  [{ reporting_minutes: null, learned_interval: 5 }, 'S3', 'learned'],
  [{ reporting_minutes: null, learned_interval: null }, 'S3', 'assumed'],
] as const)('says for %j of type %s that the interval is by %s', (own, type, basis) => {
  expect(intervalOf({ ...own, type }, minutes).basis).toBe(basis)
})

it('is stale from the instant on, and never without one', () => {
  expect([1_599, 1_600].map((now) => isStale(1_600, now))).toEqual([false, true])
  expect(isStale(null, 1e12)).toBe(false)
})
