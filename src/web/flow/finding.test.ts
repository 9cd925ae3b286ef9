import { describe, expect, test } from 'vitest'
import type { SlotRank } from '#contract/trail/slot.ts'
import { totalOf } from '#domain/common/days.ts'
import { rankingFindingOf } from './matrix/slot-ranking-card.tsx'
import { answerOf, findingOf, searchOfDay } from './trend-card.tsx'

const day = 86_400
const start = 20_000 * day

/** `8/2/1`: compliant, non-compliant, incomplete; a day each. */
function statisticsOf(text: string) {
  const days = text.split(' ').map((word, index) => {
    const [compliant = 0, non_compliant = 0, incomplete = 0] = word.split('/').map(Number)
    return { day: start + index * day, compliant, non_compliant, incomplete }
  })
  const to_timestamp = start + days.length * day
  return { from_timestamp: start, to_timestamp, totals: totalOf(days), days }
}

test.each([
  ['0/0/0', 'No trail in 30 days'],
  ['1/0/0', 'The only trail in 30 days is compliant'],
  ['0/1/0', '1 of 1 trail non-compliant in 30 days'],
  ['5/0/0 6/0/0', 'All 11 trails compliant in 30 days'],
  ['5/0/1 6/0/0', '1 of 12 trails incomplete in 30 days'],
  ['5/1/1 6/0/0', '1 of 13 trails non-compliant in 30 days'],
  ['9/1/0 10/0/0 1/9/0', 'Failing more since 6 Oct: 9 of 10 trails, 1 of 20 before'],
])('%s: %s', (days, sentence) => {
  expect(findingOf(statisticsOf(days), 30)).toBe(sentence)
})

test('what is compliant is said to be so in any way', () => {
  const started = 'Trails by the day they started, UTC'
  expect(answerOf(statisticsOf('0/2/1'))).toBe(started)
  expect(answerOf(statisticsOf('5/0/0'))).toBe(
    `${started}; compliant on evidence of any age or none, or by override`,
  )
})

test('a day leads to its trails inside the window', () => {
  const window = { from_timestamp: start + 100, to_timestamp: start + day + 5 }
  expect(searchOfDay(window, start)).toEqual({
    from_timestamp: start + 100,
    to_timestamp: start + day - 0.001,
  })
  expect(searchOfDay(window, start + day, 'non_compliant')).toEqual({
    from_timestamp: start + day,
    to_timestamp: start + day + 5,
    verdict: ['NON-COMPLIANT'],
  })
})

describe('the ranking', () => {
  const rank = (failing: number, missing: number, more: Partial<SlotRank> = {}) =>
    ({
      target: 'app',
      attestation_name: 'scan',
      runs: 3,
      failing,
      missing,
      failing_since: null,
      failing_in_a_row: 0,
      ...more,
    }) as SlotRank
  const answer = (slots: SlotRank[], trails_considered: number) => ({
    from_timestamp: start,
    to_timestamp: start + 30 * day,
    is_partial: false,
    trails_considered,
    slots,
  })
  const lately = { failing_since: start + day, failing_in_a_row: 2 }

  test.each([
    [answer([rank(2, 0)], 4), 'scan fails most: 2 of 3 trails'],
    [
      answer([rank(2, 0, lately)], 4),
      'scan fails most: 2 of 3 trails, in every report since 5 Oct',
    ],
    [answer([rank(3, 0, lately)], 4), 'scan fails most: 3 of 3 trails'],
    [
      answer([rank(2, 0), rank(1, 0, { target: 'web' })], 4),
      'app / scan fails most: 2 of 3 trails',
    ],
    [answer([rank(0, 1)], 4), 'Nothing fails; scan is missing from 1 of 4 trails'],
    [answer([rank(0, 0)], 1), 'Nothing fails or is missing in 1 trail'],
    [answer([], 0), 'No trail to rank slots by'],
  ])('%#: %s', (slots, sentence) => {
    expect(rankingFindingOf(slots)).toBe(sentence)
  })
})
