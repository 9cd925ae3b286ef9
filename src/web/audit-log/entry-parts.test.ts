import { expect, it } from 'vitest'
import { shownValue } from './entry-parts.tsx'

it.each([
  ['none', 'reason', ''],
  ['none', 'expires_at', null],
  ['10 Dec 2026, 12:58:22 UTC', 'expires_at', 1_796_907_502.577],
  ['none', 'muted_until', undefined],
  ['90', 'reporting_minutes', 90],
  ['0', 'expires_at', 0],
  ['{"a":1}', 'tags', { a: 1 }],
])('a value is shown as "%s": %s of %j', (text, field, value) => {
  expect(shownValue(field, value)).toBe(text)
})
