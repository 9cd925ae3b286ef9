import { expect, it } from 'vitest'
import type { KeySummary } from '#contract/api-key/api-key.ts'
import { endOf } from './key-labels.tsx'

const key = (expires_at: number | null, grace_ends_at: number | null) =>
  ({ expires_at, grace_ends_at }) as KeySummary

it.each([
  [null, null, null],
  [900, null, 900],
  // A rotated key stops with its grace, whenever it would have expired.
  [900, 100, 100],
  [null, 100, 100],
  [50, 100, 50],
])('a key that expires at %o with a grace until %o ends at %o', (expires, grace, end) => {
  expect(endOf(key(expires, grace))).toBe(end)
})

it('counts a time at the beginning of all times', () => {
  expect(endOf(key(0, null))).toBe(0)
})
