import { expect, it } from 'vitest'
import { quarterOf } from './quarter.ts'

const at = (text: string) => Date.parse(text) / 1_000

it.each([
  ['2026-11-23T12:00:00Z', 'Q4 2026', '2026-10-01T00:00:00Z', '2027-01-01T00:00:00Z'],
  ['2026-01-01T00:00:00Z', 'Q1 2026', '2026-01-01T00:00:00Z', '2026-04-01T00:00:00Z'],
  ['2028-03-31T23:59:59Z', 'Q1 2028', '2028-01-01T00:00:00Z', '2028-04-01T00:00:00Z'],
])('finds the quarter of %s', (instant, name, from, to) => {
  expect(quarterOf(at(instant))).toEqual({ name, from: at(from), to: at(to) })
})
