import { expect, test } from 'vitest'
import { percentOf } from '#domain/common/statistics.ts'
import { worseSince } from './worse-since.ts'

/** Parses `8/10` as 8 non-compliant of 10 trails; one entry a day, from day 0. */
const daysOf = (text: string) =>
  text.split(' ').map((word, day) => {
    const [failing = 0, all = 0] = word.split('/').map(Number)
    return { day, compliant: all - failing, non_compliant: failing, incomplete: 0 }
  })

test.each([
  ['no trails', '0/0 0/0', null],
  ['no failures', '0/10 0/10 0/10', null],
  ['always the same', '2/10 3/10 2/10 3/10', null],
  ['all fail from the start', '9/9 9/9 9/9', null],
  ['a clear turn', '0/10 0/10 1/10 8/10 9/10', 3],
  ['a turn after quiet days', '0/10 0/10 0/0 0/0 7/10 8/10', 4],
  ['the day on which it starts, not a good one before', '0/10 0/10 0/4 9/10 9/10', 3],
  ['a turn for the better', '9/10 9/10 0/10 0/10', null],
  ['too few to tell', '0/3 0/1 2/2', null],
  ['one bad day of many, then well again', '0/9 0/9 4/9 0/9 0/9 0/9 0/9 0/9', null],
  ['slightly worse is chance', '1/10 1/10 2/10 2/10', null],
  ['less than twice the share', '100/1000 100/1000 170/1000', null],
  ['too few before', '0/4 20/20', null],
  ['too few since', '0/1000 3/3', null],
  ['too few failures since', '0/1000 2/5', null],
])('%s: %s', (_name, days, day) => {
  expect(worseSince(daysOf(days))?.day ?? null).toBe(day)
})

test('returns the numbers on both sides', () => {
  expect(worseSince(daysOf('0/10 1/10 9/10'))).toEqual({
    day: 2,
    before: { failing: 1, trails: 20 },
    since: { failing: 9, trails: 10 },
  })
})

test.each([
  [0, 0, 0],
  [0, 7, 0],
  [7, 7, 100],
  [199, 200, 99],
  [9999, 10_000, 99],
  [1, 10_000, 1],
  [1, 3, 33],
])('%i of %i is %i %%', (part, whole, percent) => expect(percentOf(part, whole)).toBe(percent))
