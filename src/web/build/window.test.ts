import { expect, test } from 'vitest'
import { carriedText } from './statistics-card.tsx'
import { buildWindowOf, windowOfDay, windowText } from './queries.ts'

const now = Date.UTC(2026, 10, 20, 9, 42, 30) / 1_000
const day = 86_400

test.each([
  [{}, 'Last 28 days (default): 24 Oct 00:00 to 20 Nov 09:42 UTC'],
  [{ range: '7d' as const }, 'Last 7 days: 14 Nov 00:00 to 20 Nov 09:42 UTC'],
  [{ range: 'quarter' as const }, 'This quarter: 1 Oct 00:00 to 20 Nov 09:42 UTC'],
  [{ start_ts: now - day }, '19 Nov 09:42 UTC up to now'],
  [{ end_ts: now - day }, '28 days: 23 Oct 00:00 to 19 Nov 09:42 UTC'],
  [{ range: '7d' as const, start_ts: now - day, end_ts: now }, '19 Nov 09:42 to 20 Nov 09:42 UTC'],
])('%j: %s', (search, text) => {
  expect(windowText(search, now)).toBe(text)
})

test('a relative range becomes a moment when builds are asked for', () => {
  const search = { repo_name: 'a', range: '7d' as const }
  const midnight = Math.floor(now / day) * day
  expect(buildWindowOf(search, now)).toEqual({ repo_name: 'a', start_ts: midnight - 6 * day })
  expect(buildWindowOf({}, now)).toEqual({ start_ts: midnight - 27 * day })
  const end_ts = 30 * day + 5
  expect(buildWindowOf({ ...search, end_ts }, now)).toEqual({
    repo_name: 'a',
    start_ts: 3 * day,
    end_ts,
  })
})

test('a day is cut to the window', () => {
  const midnight = Math.floor(now / day) * day
  const within = { start_ts: midnight + 60, end_ts: now }
  expect(windowOfDay(midnight, within)).toMatchObject(within)
  expect(windowOfDay(midnight, { start_ts: 0, end_ts: now + day }).end_ts).toBe(
    midnight + day - 0.001,
  )
})

test.each([
  [0, 0, ''],
  [3, 0, 'evidence of any age, or none expected'],
  [3, 2, '2 compliant by override; evidence of any age, or none expected'],
])('says of %d compliant builds, %d by override, what carries them: %s', (all, some, text) => {
  expect(carriedText(all, some)).toBe(text)
})
