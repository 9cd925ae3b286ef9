import { describe, expect, test } from 'vitest'
import type { SlotRank } from '#contract/trail/slot.ts'
import { totalOf } from '#domain/common/days.ts'
import { rankingFindingOf } from './matrix/slot-ranking-card.tsx'
import { findingOf, searchOfDay } from './trend-card.tsx'

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
  const rank = (failing: number, missing: number) =>
    ({ target: 'app', attestation_name: 'scan', runs: 3, failing, missing }) as SlotRank
  const answer = (slots: SlotRank[], trails_considered: number) => ({
    from_timestamp: 0,
    to_timestamp: 1,
    is_partial: false,
    trails_considered,
    slots,
  })

  test.each([
    [answer([rank(2, 0)], 4), 'app / scan fails most: 2 of 3 runs'],
    [answer([rank(0, 1)], 4), 'Nothing fails; app / scan is missing from 1 of 4 trails'],
    [answer([rank(0, 0)], 1), 'Nothing fails or is missing in 1 trail'],
    [answer([], 0), 'No trail to rank slots by'],
  ])('%#: %s', (slots, sentence) => {
    expect(rankingFindingOf(slots)).toBe(sentence)
  })
})
