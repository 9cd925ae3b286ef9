import { expect, test } from 'vitest'
import { timesOf } from './time-range.ts'

const now = 1_000_000.7

test.each([
  ['nothing', {}, {}],
  ['a range', { range: '24h' as const }, { from_timestamp: 1_000_000 - 86_400 }],
  ["days, today's included", { range: '7d' as const }, { from_timestamp: 5 * 86_400 }],
  ['moments', { from_timestamp: 5, to_timestamp: 9 }, { from_timestamp: 5, to_timestamp: 9 }],
  ['a moment and a range', { range: '7d' as const, to_timestamp: 9 }, { to_timestamp: 9 }],
  ['the first second', { from_timestamp: 0 }, { from_timestamp: 0 }],
])('%s', (_, search, times) => {
  expect(timesOf(search, now)).toEqual(times)
})

test('what the URL leaves out overrides nothing', () => {
  const search = { range: '24h', from_timestamp: undefined, to_timestamp: undefined } as const
  expect(timesOf(search, now)).toEqual({ from_timestamp: 913_600 })
})
