import { expect, it } from 'vitest'
import { countFiredDays, notifiedFlips } from './backtest.ts'
import { digestEnd } from './delivery-schedule.ts'

const flips = (...states: (boolean | null)[]) =>
  states.map((state, index) => ({
    environment_id: 'e',
    index: index + 1,
    created_at: 100 * (index + 1),
    state,
  }))
const changesOf = (states: (boolean | null)[], known?: boolean, seconds = 0) =>
  notifiedFlips(flips(...states), new Map(known === undefined ? [] : [['e', known]]), seconds).map(
    ({ trigger, is_merged }) =>
      `${is_merged ? '-' : ''}${trigger === 'ON_COMPLIANT_ENV' ? 'good' : 'bad'}`,
  )

it.each<[(boolean | null)[], boolean | undefined, number, string[]]>([
  [[true], undefined, 0, []],
  [[false], undefined, 0, ['bad']],
  [[false], false, 0, []],
  [[null, false, null, false, true], true, 0, ['bad', 'good']],
  [[false, true, false], true, 100, ['-bad', '-good', 'bad']],
])('states %j after %s give %4$j', (states, known, seconds, expected) =>
  expect(changesOf(states, known, seconds)).toEqual(expected),
)

it('counts all days of a window, including empty ones', () => {
  const fired = [
    { at: 86_400, is_merged: false },
    { at: 86_401, is_merged: true },
  ]
  expect(countFiredDays({ from: 0, to: 2 * 86_400 }, fired)).toEqual([
    { day: 0, fired: 0, merged: 0 },
    { day: 86_400, fired: 1, merged: 1 },
    { day: 172_800, fired: 0, merged: 0 },
  ])
})

it.each([
  ['hourly', 0, 3600],
  ['hourly', 3599.9, 3600],
  ['hourly', 3600, 7200],
  ['daily', 1, 86_400],
] as const)('a digest that is sent %s gathers from %s until %s', (digest, at, end) => {
  expect(digestEnd(digest, at)).toBe(end)
})
