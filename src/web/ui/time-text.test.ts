import { expect, test } from 'vitest'
import { durationOf, onlyDayOf, relativeOf, setLocalZone, spokenOf, stampOf } from './time-text.ts'

const now = Date.UTC(2026, 10, 20, 9, 0, 0) / 1_000

test.each([
  [-5, 'now'],
  [3, 'now'],
  [42, '42 s'],
  [22 * 60 + 59, '22 min'],
  [3_600, '1 h'],
  [2.5 * 86_400, '2 d'],
  [7 * 86_400, '13 Nov'],
  [400 * 86_400, '16 Oct 2025'],
])('%d seconds ago is "%s"', (age, text) => {
  expect(relativeOf(now - age, now)).toBe(text)
})

test.each([
  [0, '0\u00a0s'],
  [1.44, '1.4\u00a0s'],
  [59.4, '59\u00a0s'],
  [21 * 60 + 12, '21\u00a0min'],
  [3 * 3_600 + 24 * 60, '3\u00a0h 24\u00a0min'],
  [2 * 86_400, '2\u00a0d'],
])('%d seconds are "%s"', (seconds, text) => {
  expect(durationOf(seconds)).toBe(text)
})

test('a stamp says its zone', () => {
  expect(stampOf(now + 0.218)).toBe('20 Nov 09:00:00 UTC')
})

test('a moment is told in UTC and in the zone that was chosen', () => {
  setLocalZone('Asia/Tokyo')
  expect(spokenOf(0)).toMatch(/^1 Jan 1970, 00:00:00 UTC\n1 Jan 1970, 09:00:00 .*\(Asia\/Tokyo\)$/)
  setLocalZone('UTC')
  expect(spokenOf(0), 'said once where the clocks agree').toBe('1 Jan 1970, 00:00:00 UTC (local)')
  setLocalZone('Mars/Olympus')
  expect(spokenOf(0)).toMatch(/\(local\)$/)
})

test('names the day of moments that share one', () => {
  expect(onlyDayOf([now, now - 3_600], now)).toBe('20 Nov')
  expect(onlyDayOf([now, now - 86_400], now)).toBeNull()
  expect(onlyDayOf([], now)).toBeNull()
})
