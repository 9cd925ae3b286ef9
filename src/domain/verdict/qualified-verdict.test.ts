import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noQualifiers, type Qualifiers } from '#contract/verdict/qualifiers.ts'
import {
  evidenceText,
  exceptionsText,
  isPlain,
  type QualifiedVerdict,
  qualifierSentence,
  type Verdict,
  verdictText,
  verdictLabels,
} from './qualified-verdict.ts'

const by = (some: Partial<Qualifiers>, judged = 1) => ({
  qualifiers: { ...noQualifiers, judged, ...some },
})

describe('a verdict in few words', () => {
  it.each<[string, Omit<QualifiedVerdict, 'verdict'> & { verdict?: Verdict }]>([
    ['Compliant', {}],
    ['Compliant', by({})],
    ['Compliant, nothing runs', by({}, 0)],
    ['Compliant, nothing expected', by({ not_asked: 1 }, 0)],
    ['Incomplete', { verdict: 'incomplete', ...by({ not_asked: 1 }, 0) }],
    ['Unknown', { verdict: 'unknown', ...by({}, 0) }],
    ['Stale, last compliant, nothing runs', { isStale: true, ...by({}, 0) }],
    ['Compliant by override', by({ overridden: 1 })],
    ['Compliant by 2 overrides', by({ overridden: 2 })],
    ['Compliant, allow-listed', by({ allow_listed: 1 })],
    ['Compliant by 1 allow-list entry', by({ allow_listed: 1 }, 4)],
    ['Compliant, exempt', by({ exempt: 1 })],
    ['Compliant by 10 exemptions', by({ exempt: 10 }, 74)],
    ['Compliant, not asked', by({ not_asked: 1 })],
    ['Compliant, 3 not asked', by({ not_asked: 3 }, 74)],
    ['Compliant, not asked', by({ not_asked: 74 }, 74)],
    ['Compliant by 2 exceptions', by({ overridden: 1, allow_listed: 1 })],
    [
      'Compliant by 12 exceptions',
      by({ overridden: 1, allow_listed: 1, exempt: 10, not_asked: 3 }, 74),
    ],
    ['Non-compliant by override', { verdict: 'non-compliant', ...by({ overridden: 1 }) }],
    ['Incomplete, 1 slot by override', { verdict: 'incomplete', ...by({ overridden: 1 }) }],
    ['Incomplete, 2 slots by override', { verdict: 'incomplete', ...by({ overridden: 2 }) }],
    ['Compliant, evidence expired', by({ expired: ['junit'] })],
    ['Compliant, expired, by override', by({ expired: ['junit'], overridden: 1 })],
    ['Compliant, expired, not asked', by({ expired: ['junit'], not_asked: 1 })],
    [
      'Non-compliant, evidence expired',
      { verdict: 'non-compliant', ...by({ expired: ['junit'] }) },
    ],
    ['Stale, last compliant, evidence expired', { isStale: true, ...by({ expired: ['junit'] }) }],
    ['Unknown', { verdict: 'unknown' }],
    ['Unknown, never reported', { verdict: 'unknown', isNeverReported: true }],
    ['Stale, last compliant', { isStale: true }],
    ['Stale, last compliant by exception', { isStale: true, ...by({ overridden: 1 }) }],
    ['Stale, last compliant, not asked', { isStale: true, ...by({ not_asked: 1 }) }],
    ['Stale, last non-compliant', { isStale: true, verdict: 'non-compliant' }],
  ])('%s', (text, qualified) => {
    expect(verdictText({ verdict: 'compliant', ...qualified })).toBe(text)
  })
})

describe('what carries a verdict, in full', () => {
  it.each<[string, Partial<Qualifiers>, number]>([
    ['', {}, 1],
    ['by 1 override', { overridden: 1 }, 1],
    ['by 2 overrides and 1 exemption', { overridden: 2, exempt: 1 }, 9],
    ['not asked', { not_asked: 1 }, 1],
    ['nothing runs', {}, 0],
    ['nothing expected', { not_asked: 1 }, 0],
    ['evidence expired on pen-test', { expired: ['custom:pen-test'] }, 1],
    [
      'evidence expired on JUnit and SBOM, and by 1 override',
      { expired: ['junit', 'system:sbom'], overridden: 1 },
      1,
    ],
    [
      'by 1 override, 1 allow-list entry and 10 exemptions; 3 of 74 artifacts not asked',
      { overridden: 1, allow_listed: 1, exempt: 10, not_asked: 3 },
      74,
    ],
  ])('%s', (text, some, judged) => {
    expect(qualifierSentence({ verdict: 'compliant', ...by(some, judged) })).toBe(text)
  })
})

it.each<[string, Partial<Qualifiers>]>([
  ['', {}],
  ['1 override', { overridden: 1 }],
  ['10 exemptions and 1 override', { exempt: 10, overridden: 1 }],
  [
    '1 exemption, 2 allow-list entries and 3 overrides',
    { exempt: 1, allow_listed: 2, overridden: 3 },
  ],
])('names the exceptions of a page, what ends last: "%s"', (text, some) => {
  expect(exceptionsText(by(some, 20).qualifiers)).toBe(text)
})

it('is the bare word only where nothing has to stand beside it', () => {
  const count = fc.nat({ max: 3 })
  const qualified = fc.record({
    verdict: fc.constantFrom<Verdict>('compliant', 'non-compliant', 'incomplete'),
    qualifiers: fc.record({
      judged: fc.integer({ min: 0, max: 9 }),
      overridden: count,
      allow_listed: fc.constant(0),
      exempt: count,
      not_asked: count,
      expired: fc.subarray(['junit', 'custom:pen-test']),
    }),
    isStale: fc.boolean(),
  })
  fc.assert(
    fc.property(qualified, (one) => {
      expect(verdictText(one) === verdictLabels[one.verdict]).toBe(isPlain(one))
      if (!isPlain(one) && !one.isStale) expect(qualifierSentence(one)).not.toBe('')
      // Of evidence the same text, with what it reported where an override counts.
      const { overridden } = one.qualifiers
      const both = overridden > 0 ? ' (reported: Non-compliant)' : ''
      expect(evidenceText(one, 'non-compliant')).toBe(verdictText(one) + both)
      expect(evidenceText(one, null)).toBe(verdictText(one))
    }),
  )
})
