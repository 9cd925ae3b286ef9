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

test.each([
  ['its first second', '2026-10-01T00:00:00Z', '2026-10-01T00:00:00Z'],
  ['its last second', '2026-12-31T23:59:59Z', '2026-10-01T00:00:00Z'],
  ['a leap day', '2028-02-29T12:00:00Z', '2028-01-01T00:00:00Z'],
])('a quarter begins with its first month: %s', (_, at, from) => {
  const seconds = (text: string) => Date.parse(text) / 1_000
  expect(timesOf({ range: 'quarter' }, seconds(at))).toEqual({ from_timestamp: seconds(from) })
})

test('12 months have 365 days, as many as statistics count at once', () => {
  const at = Date.UTC(2027, 10, 26, 9) / 1_000
  expect(timesOf({ range: '12m' }, at)).toEqual({
    from_timestamp: Date.UTC(2026, 10, 27) / 1_000,
  })
})

test('what the URL leaves out overrides nothing', () => {
  const search = { range: '24h', from_timestamp: undefined, to_timestamp: undefined } as const
  expect(timesOf(search, now)).toEqual({ from_timestamp: 913_600 })
})
