import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Period } from '#domain/common/split-by-periods.ts'
import { failureSilences, type MemberHistory } from './failure-silences.ts'

const silent = (from: number, to: number | null) => ({ from, to })

describe('when no failing member of a logical environment reported', () => {
  const member = (fields: Partial<MemberHistory> = {}): MemberHistory => ({
    changes: [{ at: 0, state: false }],
    silences: [],
    until: null,
    memberships: [{ from: 0, to: null }],
    ...fields,
  })
  const compliant = { at: 140, state: true }
  it.each<[string, MemberHistory[], string[]]>([
    ['none without members', [], []],
    ['none while one that fails reports', [member(), member({ silences: [silent(50, null)] })], []],
    ['its silence where one fails', [member({ silences: [silent(50, 90)] })], ['50-90']],
    [
      'the silence that lasts, whoever else is compliant',
      [member({ silences: [silent(50, null)] }), member({ changes: [compliant] })],
      ['50-200'],
    ],
    [
      'where the silences of two meet',
      [member({ silences: [silent(50, 120)] }), member({ silences: [silent(100, null)] })],
      ['100-120'],
    ],
    [
      'from when the one that reports complies again',
      [
        member({ silences: [silent(50, null)] }),
        member({ changes: [{ at: 0, state: false }, compliant] }),
      ],
      ['140-200'],
    ],
    [
      'until the silent one complies',
      [member({ changes: [{ at: 60, state: false }, compliant], silences: [silent(50, null)] })],
      ['60-140'],
    ],
    [
      'from when the one that reports is archived',
      [member({ silences: [silent(50, null)] }), member({ until: 150 })],
      ['150-200'],
    ],
    [
      'only while the silent one is a member',
      [member({ silences: [silent(50, null)], memberships: [silent(20, 70), silent(90, 130)] })],
      ['50-70', '90-130'],
    ],
    [
      'from when the one that reports leaves',
      [member({ silences: [silent(50, null)] }), member({ memberships: [silent(0, 80)] })],
      ['80-200'],
    ],
    [
      'without a gap where one silent member follows another',
      [
        member({
          changes: [{ at: 0, state: false }, compliant],
          silences: [silent(50, null)],
        }),
        member({ changes: [{ at: 140, state: false }], silences: [silent(50, null)] }),
      ],
      ['50-200'],
    ],
  ])('%s', (_what, members, expected) => {
    expect(failureSilences(members, 200).map(({ from, to }) => `${from}-${to}`)).toEqual(expected)
  })

  it('is as instant by instant', () => {
    const moment = fc.integer({ min: 0, max: 20 })
    const period = fc.record({ from: moment, to: fc.option(moment) })
    const history = fc.record({
      changes: fc
        .uniqueArray(fc.record({ at: moment, state: fc.option(fc.boolean()) }), {
          selector: ({ at }) => at,
          maxLength: 4,
        })
        .map((changes) => changes.toSorted((a, b) => a.at - b.at)),
      silences: fc.array(period, { maxLength: 2 }),
      until: fc.option(moment),
      memberships: fc.array(period, { maxLength: 2 }),
    })
    const holds = ({ from, to }: Period, at: number) => from <= at && at < (to ?? 21)
    fc.assert(
      fc.property(fc.array(history, { maxLength: 3 }), (members) => {
        const found = failureSilences(members, 21)
        for (let at = 0.5; at < 21; at += 1) {
          const failing = members.filter(
            ({ changes, until, memberships }) =>
              at < (until ?? 21) &&
              memberships.some((one) => holds(one, at)) &&
              changes.findLast((one) => one.at <= at)?.state === false,
          )
          const expected =
            failing.length > 0 &&
            failing.every(({ silences }) => silences.some((one) => holds(one, at)))
          expect(found.some((one) => holds(one, at))).toBe(expected)
        }
      }),
    )
  })
})
