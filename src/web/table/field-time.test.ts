import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fieldTextOf, momentOfField, zones } from './time-range.ts'

test('a moment in UTC', () => {
  expect(fieldTextOf(1_790_000_000, 'UTC')).toBe('2026-09-21T14:13:20')
  expect(fieldTextOf(1_790_000_040, 'UTC')).toBe('2026-09-21T14:14')
  expect(momentOfField('2026-09-21T14:14', 'UTC')).toBe(1_790_000_040)
})

test('nothing', () => {
  expect(fieldTextOf(undefined, 'UTC')).toBe('')
  expect(fieldTextOf(1e15, 'local')).toBe('')
  expect(momentOfField('', 'UTC')).toBeUndefined()
  expect(momentOfField('', 'local')).toBeUndefined()
})

test('what a field shows is what it means, in either zone', () => {
  // The one hour a year that a local clock shows twice cannot be told apart: whole UTC days.
  const moments = fc.integer({ min: 0, max: 40_000 }).map((day) => day * 86_400 + 43_207)
  fc.assert(
    fc.property(moments, fc.constantFrom(...zones), (at, zone) => {
      expect(momentOfField(fieldTextOf(at, zone), zone)).toBe(at)
    }),
  )
})
