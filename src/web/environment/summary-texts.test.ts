import { expect, test } from 'vitest'
import { noStandings } from '#domain/verdict/standing.ts'
import { stripText } from './day-strip.tsx'
import { runningLine, runningText } from './running-counts.tsx'
import { causesText, restText } from './standing-summary.tsx'

const nothing = { compliant: 0, qualified: 0, non_compliant: 0, unknown: 0, stale: 0 }

test.each([
  [{}, ''],
  [{ unknown: 1 }, '1 is unknown'],
  [{ compliant: 5 }, '5 are compliant'],
  [{ compliant: 1, by_exception: 4 }, '5 are compliant, 4 of them by exception'],
  [{ by_exception: 2, unknown: 2 }, '2 are unknown; 2 are compliant, all by exception'],
  [{ by_exception: 1 }, '1 is compliant, by exception'],
  [
    { compliant: 1, by_exception: 1, expired: 1, not_asked: 1 },
    '4 are compliant, 1 of them by exception, 1 on expired evidence, 1 not all asked',
  ],
])('%j: %s', (counts, text) => {
  expect(restText({ ...noStandings, ...counts })).toBe(text)
})

test('counts causes, and says where there may be more', () => {
  expect(causesText(1, false)).toBe('One cause')
  expect(causesText(4, false)).toBe('4 causes')
  expect(causesText(50, true)).toBe('At least 50 causes')
})

test('counts what runs by verdict, and of a stale environment what ran', () => {
  expect(runningText(nothing)).toBe('none')
  expect(runningText({ ...nothing, compliant: 73, non_compliant: 1 })).toBe(
    '73 compliant, 1 non-compliant',
  )
  expect(runningText({ ...nothing, compliant: 73, qualified: 2, non_compliant: 1 })).toBe(
    '73 compliant, 2 of them not by fresh evidence alone, 1 non-compliant',
  )
  expect(runningText({ ...nothing, stale: 2 })).toBe('2 when last seen')
  expect(runningLine({ compliant: 73, non_compliant: 1, unknown: 2, stale: 4 })).toBe(
    '76 running, 1 fails, 2 unknown, 4 when last seen',
  )
  expect(runningLine({ ...nothing, stale: 2 })).toBe('2 when last seen')
  expect(runningLine(nothing)).toBe('0 running')
})

test('says on how many days an environment stood how', () => {
  const day = { day: 0, by_exception: 0, ...nothing }
  const days = [
    { ...day, compliant: 86_400 },
    { ...day, compliant: 3_600, non_compliant: 82_800 },
    { ...day, by_exception: 86_400 },
  ]
  expect(stripText(days)).toBe('non-compliant on 1, by exception on 1, compliant on 2')
  expect(stripText([day])).toBe('nothing reported')
})
