import { expect, test } from 'vitest'
import { bandText, flipsText, sharesOf, spansOf, targetsOf } from './band-spans.ts'

const day = 86_400
const to = 1_000 * day
const run = (snapshot_index: number, daysAgo: number, state: boolean | null) => ({
  snapshot_index,
  from: to - daysAgo * day,
  state,
  cause: null,
  artifact_name: null,
})

const silent = (daysAgo: number, until: number | null) => ({
  from: to - daysAgo * day,
  to: until === null ? null : to - until * day,
  last_reported_at: 0,
})
const drawn = (
  runs: ReturnType<typeof run>[],
  silences: ReturnType<typeof silent>[] = [],
  exceptions: { from: number; to: number | null }[] = [],
) => spansOf({ name: 'prod', type: 'K8S', runs, silences, failure_silences: null, exceptions }, to)

const also = ' Compliant includes time in which nothing ran or was asked, or evidence had expired.'

test('a band reaches 90 days back, and what began before is no flip in it', () => {
  const spans = drawn([run(1, 200, null), run(2, 100, true), run(9, 9, false)])
  expect(spans.map(({ index, isFlip }) => [index, isFlip])).toEqual([
    [2, false],
    [9, true],
  ])
  expect(spans[0]?.from).toBe(to - 90 * day)
  expect(sharesOf(spans)).toEqual({
    compliant: 90,
    nonCompliant: 10,
    unknown: 0,
    stale: 0,
    byException: 0,
  })
  expect(bandText(spans)).toBe(`In 90 days: 90.0 % compliant, 10.0 % non-compliant. UTC.${also}`)
})

test('what nobody reported when it was due is stale, not compliant', () => {
  const spans = drawn([run(3, 200, true)], [silent(9, null)])
  expect(spans.map(({ state, isStale }) => [state, isStale])).toEqual([
    [true, false],
    [null, true],
  ])
  expect(sharesOf(spans)).toEqual({
    compliant: 90,
    nonCompliant: 0,
    unknown: 0,
    stale: 10,
    byException: 0,
  })
  expect(drawn([run(3, 200, true)])).toHaveLength(1)
})

test('a silence that ended has its own segment, and begins no flip', () => {
  const spans = drawn([run(1, 200, true), run(2, 40, false)], [silent(80, 70), silent(45, 30)])
  expect(spans.map(({ state, isStale, isFlip }) => [state, isStale, isFlip])).toEqual([
    [true, false, false],
    [null, true, false],
    [true, false, false],
    [null, true, false],
    [null, true, false],
    [false, false, true],
  ])
  expect(bandText(spans)).toMatch(
    /compliant, 33.3 % non-compliant, 27.8 % stale. UTC. Compliant includes/,
  )
})

test('a young environment is told since its first report, and little is never nothing', () => {
  const spans = drawn([run(1, 10, true), run(2, 0.001, null)])
  expect(bandText(spans)).toBe(
    `Since the first report, 10 days ago: 99.9 % compliant, 0.1 % unknown. UTC.${also}`,
  )
  expect(bandText(drawn([run(1, 10, false)]))).toBe(
    'Since the first report, 10 days ago: 100 % non-compliant. UTC.',
  )
  expect(bandText(drawn([]))).toBe('Nothing was reported yet.')
})

test('what exceptions carried is no plain share, and begins no flip', () => {
  const spans = drawn([run(1, 200, true), run(2, 9, false)], [], [silent(45, 18), silent(12, null)])
  expect(spans.map(({ state, isByException, isFlip }) => [state, isByException, isFlip])).toEqual([
    [true, false, false],
    [true, true, false],
    [true, false, false],
    [true, true, false],
    [false, false, true],
  ])
  expect(bandText(spans)).toBe(
    `In 90 days: 56.7 % compliant, 33.3 % compliant by exception, 10.0 % non-compliant. UTC.${also}`,
  )
})

test('flips are counted, and how often and how long it was non-compliant', () => {
  expect(flipsText(drawn([run(1, 200, true)]))).toBe(
    'In 90 days the verdict never flipped; it was never non-compliant.',
  )
  const thrice = [run(1, 200, true), run(2, 40, false), run(3, 39, true), run(4, 2, false)]
  expect(flipsText(drawn(thrice))).toBe(
    'In 90 days the verdict flipped 3 times; it was non-compliant twice, for 3\u00a0d.',
  )
  expect(flipsText(drawn([run(1, 10, false)]))).toBe(
    'Since the first report, 10 days ago, the verdict never flipped; it was non-compliant once, for 10\u00a0d.',
  )
  expect(flipsText(drawn([]))).toBe('Nothing was reported yet.')
})

test('a mark is pressed around it, as far as no other one is nearer', () => {
  expect(targetsOf([100])).toEqual([{ x: 88, width: 24 }])
  expect(targetsOf([100, 108, 200])).toEqual([
    { x: 88, width: 16 },
    { x: 104, width: 16 },
    { x: 188, width: 24 },
  ])
})
