import { expect, test } from 'vitest'
import { length, lengthText, minutesIn } from './length.ts'

test.each([
  ['', null],
  ['90 min', 90],
  ['6h', 360],
  [' 2 d ', 2_880],
])('%j is %j minutes', (text, minutes) => {
  expect(length.safeParse(text).success).toBe(true)
  expect(minutesIn(text)).toBe(minutes)
})

test.each(['6', 'soon', '-1 h', '1.5 h', '6 w', '0 min', '367 d', '999999 h'])(
  '%j is no length',
  (text) => {
    expect(length.safeParse(text).success).toBe(false)
  },
)

test('a length is typed in the largest unit that says it whole', () => {
  expect([null, 45, 60, 90, 1_440, 2_880, 1_500].map(lengthText)).toEqual([
    '',
    '45 min',
    '1 h',
    '90 min',
    '1 d',
    '2 d',
    '25 h',
  ])
})
