import { expect, it } from 'vitest'
import { counted, formatCount, listed, newestFirst, timesText } from './counted.ts'

it.each([
  ['0 issues', counted(0, 'issue')],
  ['1 issue', counted(1, 'issue')],
  ['12,000 issues', counted(12_000, 'issue')],
  ['1 entry', counted(1, 'entry', 'entries')],
  ['2 entries', counted(2, 'entry', 'entries')],
])('%s', (text, said) => {
  expect(said).toBe(text)
})

it.each([
  [1, 'once'],
  [2, 'twice'],
  [3, '3 times'],
])('says that something happened %i times: %s', (count, text) => {
  expect(timesText(count)).toBe(text)
})

it.each([
  [0, '0'],
  [1, '1'],
  [2, '2, newest first'],
])('says an order only where there is one: %i', (count, text) => {
  expect(newestFirst(count)).toBe(text)
})

it.each([0, 7, 999, -999, 0.5, 1_000, 1_234_567, -1_000, 2 ** 53, 1_234.5])(
  'writes %d as a locale does',
  (count) => {
    expect(formatCount(count)).toBe(count.toLocaleString('en'))
  },
)

it.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a and b'],
  [['a', 'b', 'c'], 'a, b and c'],
])('joins %j: "%s"', (words, text) => {
  expect(listed(words)).toBe(text)
})
