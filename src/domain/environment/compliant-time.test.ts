import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compliantTime, type StateChange } from './compliant-time.ts'
import { daySeconds } from '#domain/common/days.ts'

const hour = 3600
const window = { from: 0, to: 3 * daySeconds - 1 }
const daysOf = (...environments: StateChange[][]) =>
  compliantTime(window, environments).map(({ judged, compliant }) => [
    Math.round(judged / hour),
    Math.round(compliant / hour),
  ])

describe('compliant time by day', () => {
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
      'unknown is no time at all',
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

  it('never counts more time than there is', () => {
    const change = fc.record({
      at: fc.integer({ min: -daySeconds, max: 4 * daySeconds }),
      state: fc.option(fc.boolean()),
    })
    fc.assert(
      fc.property(fc.array(fc.array(change, { maxLength: 6 }), { maxLength: 4 }), (all) => {
        for (const { judged, compliant } of compliantTime(window, all)) {
          expect(compliant).toBeLessThanOrEqual(judged)
          expect(judged).toBeLessThanOrEqual(all.length * daySeconds)
        }
      }),
    )
  })
})
