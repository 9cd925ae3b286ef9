import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sumUpLeadTimes } from './delivery-figures.ts'

describe('lead times', () => {
  it.each<[string, (number | null)[], object]>([
    ['of nothing', [], { count: 0, unknown: 0, median: null, p90: null }],
    ['that are unknown', [null, null], { count: 0, unknown: 2, median: null, p90: null }],
    ['of one', [60], { count: 1, median: 60, p90: 60 }],
    ['of two, between which the median lies', [100, 200], { median: 150, p90: 190 }],
    ['in any order', [50, 10, 40, 30, 20], { median: 30, p90: 46 }],
    ['with a commit after the start', [-5, 10], { count: 1, unknown: 1, median: 10 }],
  ])('%s', (_name, seconds, expected) => {
    expect(sumUpLeadTimes(seconds)).toMatchObject(expected)
  })

  it('fall into a class at its lower end', () => {
    const counts = (seconds: number) =>
      sumUpLeadTimes([seconds]).classes.findIndex(({ count }) => count === 1)
    expect([0, 3_599, 3_600, 86_400, 2_592_000, 1e9].map(counts)).toEqual([0, 0, 1, 4, 8, 8])
  })

  it('are each in one class, and lie around the median', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer({ min: -9, max: 1e7 }))), (seconds) => {
        const { count, unknown, median, p90, classes } = sumUpLeadTimes(seconds)
        expect(count + unknown).toBe(seconds.length)
        expect(classes.reduce((sum, one) => sum + one.count, 0)).toBe(count)
        if (median === null || p90 === null) return
        expect(p90).toBeGreaterThanOrEqual(median)
        const known = seconds.filter((one) => one !== null && one >= 0) as number[]
        expect(known.filter((one) => one <= median).length * 2).toBeGreaterThanOrEqual(count)
      }),
    )
  })
})
