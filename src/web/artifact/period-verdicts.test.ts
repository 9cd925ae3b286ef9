import { expect, test } from 'vitest'
import type { Silence } from '#contract/environment/reporting-interval.ts'
import { noQualifiers } from '#contract/verdict/qualifiers.ts'
import { segmentsOf, verdictsText } from './periods-card.tsx'

const verdict = (from_index: number, to_index: number | null, at: number, compliant: boolean) => ({
  from_index,
  to_index,
  evaluated_at: at,
  compliant,
  is_allowed: false,
  qualifiers: noQualifiers,
  failing_policies: [],
})
const silences: Silence[] = []
const running = { started_index: 2, exited_index: null, started_at: 100, exited_at: null }

test('a period is unknown until it is evaluated, and the same verdict twice is one', () => {
  const verdicts = [
    verdict(4, 5, 150, false),
    verdict(5, 6, 160, false),
    verdict(6, null, 180, true),
  ]
  expect(segmentsOf({ verdicts, silences }, running, 200)).toEqual([
    { from: 100, to: 150, fill: 'missing' },
    { from: 150, to: 180, fill: 'non-compliant' },
    { from: 180, to: 200, fill: 'compliant' },
  ])
  expect(verdictsText({ verdicts, silences }, running, 200)).toBe(
    'unknown, then non-compliant, then compliant',
  )
})

test('a period that is over has the verdicts of its own snapshots only', () => {
  const verdicts = [verdict(1, 4, 50, true), verdict(4, null, 150, false)]
  const period = { started_index: 2, exited_index: 4, started_at: 100, exited_at: 150 }
  expect(segmentsOf({ verdicts, silences }, period, 200)).toEqual([
    { from: 100, to: 150, fill: 'compliant' },
  ])
  expect(verdictsText({ verdicts: [], silences }, running, 200)).toBe('unknown')
})

test('time that exceptions carry is drawn and told apart', () => {
  const by = { ...noQualifiers, judged: 1, overridden: 1 }
  const verdicts = [
    { ...verdict(1, 4, 50, true), qualifiers: by },
    { ...verdict(4, 5, 150, false), qualifiers: by },
    { ...verdict(5, null, 160, true), qualifiers: { ...noQualifiers, judged: 1, not_asked: 1 } },
  ]
  expect(verdictsText({ verdicts, silences }, running, 200)).toBe(
    'compliant by exception, then non-compliant by override, then compliant',
  )
})

test('time in which its environment was silent is stale, whatever was last known', () => {
  const verdicts = [verdict(2, 5, 110, true), verdict(5, null, 150, false)]
  const silent = [
    { from: 120, to: 160, last_reported_at: 110 },
    { from: 180, to: null, last_reported_at: 170 },
  ]
  expect(verdictsText({ verdicts, silences: silent }, running, 200)).toBe(
    'unknown, then compliant, then stale, then non-compliant, then stale',
  )
})
