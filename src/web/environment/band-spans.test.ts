import { expect, test } from 'vitest'
import { bandLabels, sharesOf, spansOf } from './band-spans.ts'

const day = 86_400
const to = 1_000 * day
const run = (snapshot_index: number, daysAgo: number, state: boolean | null) => ({
  snapshot_index,
  from: to - daysAgo * day,
  state,
  cause: null,
})

test('a band reaches 90 days back, and what began before is no flip in it', () => {
  const spans = spansOf([run(1, 200, null), run(2, 100, true), run(9, 9, false)], to)
  expect(spans.map(({ index, isFlip }) => [index, isFlip])).toEqual([
    [2, false],
    [9, true],
  ])
  expect(spans[0]?.from).toBe(to - 90 * day)
  expect(sharesOf(spans)).toEqual({ compliant: 90, nonCompliant: 10, unknown: 0 })
  expect(bandLabels(spans)).toBe('In 90 days: 90.0 % compliant, 10.0 % non-compliant. UTC.')
})

test('what nobody reported when it was due is unknown', () => {
  const spans = spansOf([run(3, 200, true)], to, to - 9 * day)
  expect(spans.map(({ state, isStale }) => [state, isStale])).toEqual([
    [true, false],
    [null, true],
  ])
  expect(sharesOf(spans)).toEqual({ compliant: 90, nonCompliant: 0, unknown: 10 })
  expect(spansOf([run(3, 200, true)], to, to + 1)).toHaveLength(1)
})

test('a young environment is told since its first report, and little is never nothing', () => {
  const spans = spansOf([run(1, 10, true), run(2, 0.001, null)], to)
  expect(bandLabels(spans)).toBe(
    'Since the first report, 10 days ago: 99.9 % compliant, 0.1 % unknown. UTC.',
  )
  expect(bandLabels(spansOf([], to))).toBe('Nothing was reported yet.')
})
