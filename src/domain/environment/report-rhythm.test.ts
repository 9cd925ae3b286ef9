import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { learnInterval, type ReportRhythm, sampleOf, withReport } from './report-rhythm.ts'

const minute = 60
const hour = 3_600
const day = 24 * hour
const start = 1_790_000_000

/** The rhythm of reports that follow each other after some seconds. */
function rhythmOf(...gaps: number[]): ReportRhythm {
  let at = start
  let rhythm = withReport(null, at)
  for (const gap of gaps) rhythm = withReport(rhythm, (at += gap))
  return rhythm
}
const times = (count: number, gap: number) => Array.from({ length: count }, () => gap)
const repeated = (count: number, ...gaps: number[]) => times(count, 0).flatMap(() => gaps)

describe('learns how often an environment reports', () => {
  it.each<[string, ReportRhythm | null, number | null, number | null]>([
    ['never reported', null, null, null],
    ['one report', rhythmOf(), null, null],
    ['four reports', rhythmOf(...times(3, hour)), null, null],
    ['five reports', rhythmOf(...times(4, hour)), hour, 3 * hour],
    ['every 10 seconds', rhythmOf(...times(600, 10)), minute, 5 * minute],
    ['every 5 minutes', rhythmOf(...times(90, 5 * minute)), 5 * minute, 15 * minute],
    [
      'every hour, and again with each deployment',
      rhythmOf(...repeated(20, hour, 5, 5)),
      3_610,
      10_830,
    ],
    [
      'every hour, with one outage',
      rhythmOf(...times(40, hour), 16 * day, ...times(20, hour)),
      hour,
      3 * hour,
    ],
    [
      'every hour, with an outage among the first reports',
      rhythmOf(hour, 2 * day, hour, hour),
      2 * day,
      6 * day,
    ],
    [
      'nightly, in bursts of 15 reports',
      rhythmOf(...repeated(6, ...times(14, 2 * minute), day)),
      day,
      3 * day,
    ],
    ['in office hours', rhythmOf(...repeated(7, ...times(8, hour), 16 * hour)), 16 * hour, 2 * day],
    ['once a week', rhythmOf(...times(6, 7 * day)), 7 * day, 21 * day],
    [
      'once hourly, daily for a while',
      rhythmOf(...times(60, hour), ...times(6, day)),
      day,
      3 * day,
    ],
    [
      'once daily, hourly for a while',
      rhythmOf(...times(60, day), ...times(64, hour)),
      hour,
      3 * hour,
    ],
  ])('%s', (_what, rhythm, usual, interval) => {
    expect(learnInterval(rhythm)).toEqual(usual === null ? null : { usual, interval })
  })

  it('takes no gap from a clock that was set back, and goes on from there', () => {
    const rhythm = rhythmOf(...times(10, hour))
    const back = withReport(rhythm, start)
    expect(back).toEqual({ counted_at: start, gaps: rhythm.gaps })
    expect(withReport(back, start + hour).gaps).toEqual([...rhythm.gaps, hour])
  })

  it('says what it has learned from', () => {
    expect(sampleOf(null)).toEqual({ report_count: 0, span: 0 })
    expect(sampleOf(rhythmOf(hour, 5, hour))).toEqual({ report_count: 3, span: 2 * hour + 5 })
  })

  it('remembers a limited number of gaps, none of them shorter than a minute', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -day, max: 9 * day }), { maxLength: 200 }), (gaps) => {
        const rhythm = rhythmOf(...gaps)
        expect(rhythm.gaps.length).toBeLessThanOrEqual(64)
        expect(rhythm.gaps.every((gap) => gap >= minute)).toBe(true)
        const learned = learnInterval(rhythm)
        if (learned) expect(learned.interval).toBeGreaterThanOrEqual(learned.usual)
      }),
    )
  })
})
