import { expect, test } from 'vitest'
import { instantIn, momentExpression } from './go-to-time.tsx'

test('the instant of an expression is read, of an age there is none', () => {
  expect(instantIn('@{2026-11-20T08:15:30}')).toBe(Date.parse('2026-11-20T08:15:30Z') / 1_000)
  expect(instantIn('@{2.hours.ago}')).toBeUndefined()
})

test.each([
  ['2 hours ago', '@{2.hours.ago}'],
  ['1 hour ago', '@{1.hours.ago}'],
  ['3d', '@{3.days.ago}'],
  [' 1 Month ago ', '@{1.months.ago}'],
  ['90 minutes ago', '@{2026-11-20T06:30:00}'],
  ['2026-11-20', '@{2026-11-20T00:00:00}'],
  ['2026-11-20 08:15', '@{2026-11-20T08:15:00}'],
  ['2026-11-20T08:15:30Z', '@{2026-11-20T08:15:30}'],
  ['2026-02-30 08:15', '@{2026-03-02T08:15:00}'],
  ['2026-13-01', null],
  ['yesterday', null],
  ['', null],
])('reads "%s" as %s', (text, expression) => {
  expect(momentExpression(text, Date.parse('2026-11-20T08:00:00Z') / 1_000)).toBe(expression)
})
