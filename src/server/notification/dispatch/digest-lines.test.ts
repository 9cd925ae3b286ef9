import { expect, test } from 'vitest'
import { triggers } from '#contract/notification/notification-types.ts'
import { noQualifiers } from '#contract/verdict/qualifiers.ts'
import { digestLines } from './digest-lines.ts'
import { triggerTexts } from './trigger-texts.ts'

const at = Date.UTC(2026, 10, 22, 9, 39) / 1_000
const event = (environment: string, event_type: string, minutes = 0) => ({
  environment,
  event_type,
  timestamp: String(at + minutes * 60),
  snapshot: null,
})

test.each<[string, Parameters<typeof digestLines>[0], string[]]>([
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
  [
    'a verdict that changed without a report',
    [
      {
        ...event('prod', 'ENVIRONMENT_COMPLIANT', 4),
        snapshot: { index: '2', status: 'compliant', is_stale: true, html_url: '', api_url: '' },
      },
    ],
    ['prod: became compliant while silent at 22 Nov 2026 09:43 UTC'],
  ],
])('sums up %s', (_name, events, lines) => {
  expect(digestLines(events)).toEqual(lines)
})

test.each(triggers)('has a part for %s', (trigger) => {
  expect(digestLines([event('prod', triggerTexts[trigger].event_type)])).toEqual([
    expect.stringMatching(/^prod: (1|became) [a-z]/),
  ])
})

const snapshotBy = (carried: object) => ({
  ...{ index: '7', status: 'compliant' as const, html_url: '', api_url: '' },
  qualifiers: { ...noQualifiers, judged: 3, ...carried },
})

test.each([
  ['by 1 override', { overridden: 1 }],
  ['by 1 allow-list entry and 2 exemptions', { allow_listed: 1, exempt: 2 }],
  ['1 of 3 artifacts not asked', { not_asked: 1 }],
  ['evidence expired on pen-test', { expired: ['custom:pen-test'] }],
])('says beside a verdict what carries it: %s', (says, carried) => {
  const flip = { ...event('prod', 'ENVIRONMENT_COMPLIANT'), snapshot: snapshotBy(carried) }
  expect(digestLines([flip])).toEqual([`prod: became compliant, ${says}, at 22 Nov 2026 09:39 UTC`])
})

test('counts the environments that it leaves out', () => {
  const events = Array.from({ length: 23 }, (_, index) => event(`e${index}`, 'ARTIFACT_SCALED'))
  expect(digestLines(events)).toHaveLength(21)
  expect(digestLines(events).at(-1)).toBe('and 3 more environments')
})
