import { expect, test } from 'vitest'
import type { RecordedVerdict } from '#contract/artifact/environments-of-artifact.ts'
import { noQualifiers } from '#contract/verdict/qualifiers.ts'
import { decidedBy, stateOfEnvironment } from './environment-state.ts'

const recorded: RecordedVerdict = {
  from_index: 1,
  to_index: null,
  evaluated_at: 0,
  compliant: true,
  is_allowed: false,
  failing_policies: [],
  qualifiers: { ...noQualifiers, judged: 1 },
}

const carriedBy = (qualifiers: Partial<RecordedVerdict['qualifiers']>) => ({
  ...recorded,
  qualifiers: { ...recorded.qualifiers, ...qualifiers },
})

test.each([
  [undefined, 'no policy attached'],
  [recorded, 'every policy passes'],
  [carriedBy({ overridden: 1 }), 'its policies, by override'],
  [carriedBy({ exempt: 1 }), 'its policies, exempt'],
  [carriedBy({ expired: ['junit'] }), 'its policies, evidence expired'],
  [carriedBy({ not_asked: 1 }), 'no rule applies, or its trail expects nothing'],
  [{ ...recorded, is_allowed: true }, 'on the allow-list'],
  [{ ...recorded, compliant: false, failing_policies: ['origin', 'scans'] }, 'origin, scans'],
  [{ ...recorded, compliant: false }, 'no fingerprint'],
])('%#: %j', (verdict, text) => {
  expect(decidedBy(verdict)).toBe(text)
})

test.each([
  ['reports', { stale_at: 101 }, false],
  ['is silent', { stale_at: 100 }, true],
  ['is never stale', { stale_at: null }, false],
  ['is silent, after the artifact has exited', { stale_at: 100, is_running: false }, false],
])('a verdict where the environment %s', (_what, fields, isStale) => {
  const environment = {
    environment_name: 'prod',
    environment_type: 'server' as const,
    names: ['app'],
    is_running: true,
    periods: [{ started_index: 1, exited_index: null, started_at: 0, exited_at: null }],
    verdicts: [recorded],
    silences: [],
    ...fields,
  }
  expect(stateOfEnvironment(environment, 100)).toMatchObject({ verdict: 'compliant', isStale })
})
