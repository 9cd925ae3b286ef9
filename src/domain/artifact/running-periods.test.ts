import { expect, test } from 'vitest'
import { joinPeriods } from './running-periods.ts'

const period = (from: number, to: number | null) => ({
  started_index: from,
  exited_index: to,
  started_at: from * 10,
  exited_at: to === null ? null : to * 10,
})

test.each([
  ['none', [], []],
  ['apart, in any order', [period(5, 6), period(1, 3)], [period(1, 3), period(5, 6)]],
  ['one inside the other', [period(1, 9), period(2, 4)], [period(1, 9)]],
  ['one over the end of the other', [period(1, 4), period(3, 7)], [period(1, 7)]],
  [
    'one over the end of the last',
    [period(1, 2), period(5, 7), period(6, 9)],
    [period(1, 2), period(5, 9)],
  ],
  ['one name where another ends', [period(1, 4), period(4, 6)], [period(1, 6)]],
  ['one that still runs', [period(2, null), period(1, 5), period(7, 8)], [period(1, null)]],
  ['started anew', [period(1, 2), period(3, null)], [period(1, 2), period(3, null)]],
])('%s', (_, periods, expected) => {
  expect(joinPeriods(periods)).toEqual(expected)
})
