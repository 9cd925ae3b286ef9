import { expect, test } from 'vitest'
import type { EventDay, VerdictFlip } from '#contract/event/event.ts'
import { noQualifiers } from '#contract/verdict/qualifiers.ts'
import { flipFindings, weekdayFinding } from './flip-finding.ts'

const day = 86_400
const start = 20_000 * day
const now = start + 10 * day
const flip = (
  environment_name: string,
  days: number,
  state: boolean | null,
  is_stale = false,
  was_stale = false,
): VerdictFlip => ({
  environment_name,
  snapshot_index: 2,
  at: start + days * day,
  state,
  was_stale,
  is_stale,
  qualifiers: { ...noQualifiers, judged: 2, exempt: environment_name === 'us' ? 1 : 0 },
})

test('tells what flips came to, what is not compliant first', () => {
  const flips = [
    flip('mute', 8, false, true, true),
    flip('mute', 7.5, true, true),
    flip('quiet', 7, true, true),
    flip('found', 7, false, false, true),
    flip('back', 6.5, false, false, true),
    flip('found', 6.5, false, true, true),
    flip('staging', 6, true),
    flip('found', 6, true, true),
    flip('back', 6, false, true),
    flip('eu', 5, false),
    flip('staging', 4.5, false),
    flip('us', 3, true),
    flip('lab', 2, null),
  ]
  const said = (until: number | null) =>
    flipFindings(flips, now, until).map(({ environment, text }) => `${environment} ${text}`)
  expect(said(null)).toEqual([
    'found became non-compliant while silent on 10 Oct and still is',
    'back was silent for 12\u00a0h',
    'eu became non-compliant on 9 Oct and still is',
    'mute became non-compliant while silent on 12 Oct and still is',
    'quiet fell silent on 11 Oct and still is',
    'staging was non-compliant for 1\u00a0d 12\u00a0h',
    'us became compliant by 1 exemption on 7 Oct',
    'lab became unknown on 6 Oct',
  ])
  expect(said(now)[2]).toBe('eu became non-compliant on 9 Oct')
})

const dayOf = (index: number, started: number): EventDay => ({
  day: start + index * day,
  started,
  exited: 0,
  changed: 0,
  scaled: 0,
  silence: 0,
})
const week = (...counts: number[]) =>
  Array.from({ length: 28 }, (_, index) => dayOf(index, counts[index % 7] ?? 0))

test.each([
  // Day 20,000 was a Friday.
  [week(1, 0, 1, 9, 1, 1, 1), 'Most on Mondays (36 of 56)'],
  [week(2, 2, 2, 2, 2, 2, 2), ''],
  [week(), ''],
  [week(1, 0, 1, 9).slice(0, 7), ''],
  // One day is no habit.
  [week().map((day, index) => ({ ...day, started: index === 17 ? 9 : 0 })), ''],
])('weekday %#: %s', (days, text) => {
  expect(weekdayFinding(days, ({ started }) => started)).toBe(text)
})
