import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { daySeconds } from '#domain/common/days.ts'
import { type EnvironmentHistory, standingTime, type StateChange } from './standing-time.ts'

const hour = 3600
const window = { from: 0, to: 3 * daySeconds - 1 }
const historyOf = (changes: StateChange[], more: Partial<EnvironmentHistory> = {}) => ({
  changes,
  silences: [],
  exceptions: [],
  ...more,
})
const evaluatedIn = (one: ReturnType<typeof standingTime>[number]) =>
  one.compliant + one.by_exception + one.non_compliant
const daysOf = (...environments: StateChange[][]) =>
  standingTime(
    window,
    environments.map((changes) => historyOf(changes)),
  ).map((one) => [Math.round(evaluatedIn(one) / hour), Math.round(one.compliant / hour)])

describe('how environments stood by day', () => {
  const table: [string, StateChange[][], number[][]][] = [
    [
      'nothing is evaluated',
      [],
      [
        [0, 0],
        [0, 0],
        [0, 0],
      ],
    ],
    [
      'unknown time is not evaluated',
      [[{ at: 0, state: null }]],
      [
        [0, 0],
        [0, 0],
        [0, 0],
      ],
    ],
    [
      'compliant since before',
      [[{ at: -99, state: true }]],
      [
        [24, 24],
        [24, 24],
        [24, 24],
      ],
    ],
    [
      'a flip within a day',
      [
        [
          { at: 0, state: true },
          { at: daySeconds + 6 * hour, state: false },
        ],
      ],
      [
        [24, 24],
        [24, 6],
        [24, 0],
      ],
    ],
    [
      'unknown for a day is a gap',
      [
        [
          { at: 0, state: true },
          { at: daySeconds, state: null },
          { at: 2 * daySeconds, state: true },
        ],
      ],
      [
        [24, 24],
        [0, 0],
        [24, 24],
      ],
    ],
    [
      'environments add up',
      [[{ at: 0, state: true }], [{ at: 12 * hour, state: false }]],
      [
        [36, 24],
        [48, 24],
        [48, 24],
      ],
    ],
    [
      'order does not matter',
      [
        [
          { at: 6 * hour, state: false },
          { at: 0, state: true },
        ],
      ],
      [
        [24, 6],
        [24, 0],
        [24, 0],
      ],
    ],
  ]
  it.each(table)('%s', (_, environments, expected) => {
    expect(daysOf(...environments)).toEqual(expected)
  })

  it('keeps exceptions, silence and unknown time apart, whatever overlaps', () => {
    const at = (hours: number) => hours * hour
    const [first] = standingTime({ from: 0, to: daySeconds }, [
      historyOf([{ at: 0, state: true }], {
        silences: [{ from: at(10), to: at(14) }],
        exceptions: [{ from: at(6), to: at(12) }],
      }),
      historyOf([
        { at: at(4), state: null },
        { at: at(20), state: false },
      ]),
    ])
    expect(first).toEqual({
      day: 0,
      compliant: at(16),
      by_exception: at(4),
      stale: at(4),
      unknown: at(16),
      non_compliant: at(4),
    })
  })

  it('counts failing time of a logical environment as stale only where no failing member reports', () => {
    const half = daySeconds / 2
    const silences = [{ from: 0, to: null }]
    const changes = [
      { at: 0, state: false },
      { at: 18 * hour, state: true },
    ]
    const [first] = standingTime({ from: 0, to: daySeconds }, [
      historyOf(changes, { silences, failure_silences: [{ from: half, to: daySeconds }] }),
    ])
    expect(first).toMatchObject({ non_compliant: half, stale: half, compliant: 0 })
  })

  it('counts each second of each environment at most once', () => {
    const instant = fc.integer({ min: -daySeconds, max: 4 * daySeconds })
    const change = fc.record({ at: instant, state: fc.option(fc.boolean()) })
    const period = fc.record({ from: instant, to: fc.option(instant) })
    const history = fc.record({
      changes: fc.array(change, { maxLength: 6 }),
      silences: fc.array(period, { maxLength: 3 }),
      exceptions: fc.array(period, { maxLength: 3 }),
    })
    fc.assert(
      fc.property(fc.array(history, { maxLength: 4 }), (all) => {
        const known = all.map(({ changes }) => historyOf(changes))
        const [days, before] = [standingTime(window, all), standingTime(window, known)]
        for (const [index, one] of days.entries()) {
          const total = evaluatedIn(one) + one.unknown + one.stale
          expect(total).toBeLessThanOrEqual(all.length * daySeconds)
          expect(total).toBeCloseTo(evaluatedIn(before[index]!) + before[index]!.unknown)
          expect(one.compliant).toBeLessThanOrEqual(before[index]!.compliant)
        }
      }),
    )
  })
})

it('counts an archived environment until it was archived', () => {
  const changes = [{ at: -99, state: true }]
  const days = standingTime(window, [historyOf(changes, { until: 1.5 * daySeconds })])
  expect(days.map(({ compliant }) => compliant / hour)).toEqual([24, 12, 0])
})
