import { expect, test } from 'vitest'
import { digestLines } from './digest-lines.ts'

const at = Date.UTC(2026, 10, 22, 9, 39) / 1_000
const event = (environment: string, event_type: string, minutes = 0) => ({
  environment,
  event_type,
  timestamp: String(at + minutes * 60),
  snapshot: null,
})

test.each([
  ['nothing', [], []],
  [
    'only artifacts',
    [event('prod', 'ARTIFACT_STARTED'), event('prod', 'ARTIFACT_EXITED')],
    ['prod: 1 started, 1 stopped'],
  ],
  [
    'the last verdict, not the first, and before environments without one',
    [
      event('east', 'ARTIFACT_STARTED'),
      event('prod', 'ENVIRONMENT_NON_COMPLIANT'),
      event('prod', 'ARTIFACT_STARTED', 1),
      event('prod', 'ENVIRONMENT_COMPLIANT', 4),
    ],
    [
      'prod: became compliant at 22 Nov 2026 09:43 UTC, the last of 2 changes of its verdict; 1 started',
      'east: 1 started',
    ],
  ],
])('sums up %s', (_name, events, lines) => {
  expect(digestLines(events)).toEqual(lines)
})

test('counts the environments that it leaves out', () => {
  const events = Array.from({ length: 23 }, (_, index) => event(`e${index}`, 'ARTIFACT_SCALED'))
  expect(digestLines(events)).toHaveLength(21)
  expect(digestLines(events).at(-1)).toBe('and 3 more environments')
})
