import { expect, test } from 'vitest'
import { lengthPattern, lengthText, minutesIn } from './reporting-card.tsx'

test.each([
  ['', null],
  ['90 min', 90],
  ['6h', 360],
  [' 2 d ', 2_880],
])('%j is %j minutes', (text, minutes) => {
  expect(lengthPattern.test(text)).toBe(true)
  expect(minutesIn(text)).toBe(minutes)
})

test.each(['6', 'soon', '-1 h', '1.5 h', '6 w'])('%j is no length', (text) => {
  expect(lengthPattern.test(text)).toBe(false)
})

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
