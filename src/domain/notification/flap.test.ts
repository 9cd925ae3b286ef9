import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findFlapping, type VerdictChange } from './triggers.ts'

const [bad, good] = ['ON_NON_COMPLIANT_ENV', 'ON_COMPLIANT_ENV'] as const
const changes = (...times: number[]): VerdictChange[] =>
  times.map((at, index) => ({ at, trigger: index % 2 === 0 ? bad : good }))
const flaps = (list: VerdictChange[], seconds = 60) => [...findFlapping(list, seconds)]

describe('flapping verdict changes', () => {
  it.each<[string, number[], number[]]>([
    ['none alone', [0], []],
    ['one that is reverted', [0, 60], [0, 1]],
    ['not one that is reverted late', [0, 61], []],
    ['two pairs', [0, 10, 20, 30], [0, 1, 2, 3]],
    ['not the last of three', [0, 10, 20], [0, 1]],
    ['the later two of three', [0, 100, 110], [1, 2]],
  ])('%s', (_what, times, expected) => expect(flaps(changes(...times))).toEqual(expected))

  it('not two of a kind', () => {
    expect(
      flaps([
        { at: 0, trigger: bad },
        { at: 1, trigger: bad },
      ]),
    ).toEqual([])
  })

  it('leaves alternating changes that end with the last state', () => {
    const steps = fc.array(fc.integer({ min: 1, max: 120 }), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(steps, fc.integer({ min: 0, max: 100 }), (gaps, seconds) => {
        let at = 0
        const list = changes(...gaps.map((gap) => (at += gap)))
        const merged = findFlapping(list, seconds)
        const left = list.filter((_, index) => !merged.has(index))
        expect(merged.size % 2).toBe(0)
        for (const [index, one] of left.entries()) {
          expect(one.trigger).toBe(index % 2 === 0 ? bad : good)
        }
      }),
    )
  })
})
