import { expect, test } from 'vitest'
import { countDays, daySeconds, dayStart, totalOf, trailsOf } from './days.ts'

const noon = 1_000 * daySeconds + daySeconds / 2

test.each([
  ['a moment is a day', noon, noon, [1000]],
  [
    'a window that starts and ends at noon touches both days',
    noon,
    noon + daySeconds,
    [1000, 1001],
  ],
  ['a window to midnight has the day that begins', noon, 1001 * daySeconds, [1000, 1001]],
  ['a window that ends before it starts has none', noon, noon - 1, []],
  ['a window that ends on the day before has none', noon, noon - daySeconds, []],
])('%s', (_name, from, to, days) => {
  expect(countDays({ from, to }, []).map(({ day }) => day / daySeconds)).toEqual(days)
})

test('adds counts to their day and verdict, other days have zeros', () => {
  const day = dayStart(noon)
  const days = countDays({ from: noon, to: noon + 2 * daySeconds }, [
    { day, state: 'COMPLIANT', count: 3 },
    { day, state: 'NON-COMPLIANT', count: 2 },
    { day: day + 2 * daySeconds, state: 'INCOMPLETE', count: 1 },
  ])
  expect(days).toEqual([
    { day, compliant: 3, non_compliant: 2, incomplete: 0 },
    { day: day + daySeconds, compliant: 0, non_compliant: 0, incomplete: 0 },
    { day: day + 2 * daySeconds, compliant: 0, non_compliant: 0, incomplete: 1 },
  ])
  expect(totalOf(days)).toEqual({ compliant: 3, non_compliant: 2, incomplete: 1 })
  expect(trailsOf(totalOf(days))).toBe(6)
})

test('days before 1970 start at their midnight, too', () => {
  expect(dayStart(-1)).toBe(-daySeconds)
})
