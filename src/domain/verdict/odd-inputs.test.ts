import { expect, it } from 'vitest'
import type { FoundAttestation } from '#contract/verdict/verdict-tree.ts'
import { resultsOf, sumCoverage } from '#domain/control/control-coverage.ts'
import { isStale, staleAt } from '#domain/environment/stale-report.ts'
import { endKindOf, recordInEffect } from '#domain/override/override.ts'
import { evaluateArtifact } from '#domain/policy/evaluate-policies.ts'
import { parsePolicy } from '#domain/policy/parse-policy.ts'
import { noLimits } from './evidence-age.ts'
import { type QualifiedVerdict, verdictText } from './qualified-verdict.ts'
import { storedQualifiersOf } from './stored-qualifiers.ts'
import { noTotals, qualifiersOf, qualifiersOfArtifact } from './qualifiers.ts'
import { environmentState } from './verdict.ts'

const policyOf = (rules: string) => {
  const read = parsePolicy(`_schema: https://x/v1\nartifacts: {${rules}}`)
  if ('problems' in read) throw new Error(read.problems[0]?.message)
  return { policy_name: rules, policy_version: 1, policy: read.policy }
}
const scanned = policyOf('attestations: [{name: scan, type: generic}]')
const fingerprint = 'f'.repeat(64)

/** A record of the same slot; later ones have greater ids. */
interface Report {
  id: string
  is_compliant: boolean
  has_ended: boolean
  is_override?: true
}
const report = (id: string, is_compliant: boolean): Report => ({
  id,
  is_compliant,
  has_ended: false,
})
const override = (id: string, is_compliant: boolean, has_ended = false): Report => ({
  id,
  is_compliant,
  has_ended,
  is_override: true,
})

/** The verdict of policies on an artifact of which only these records of one slot are known. */
function evaluate(
  records: Report[],
  { policy = scanned, allowed = new Set<string>() } = {},
): QualifiedVerdict {
  const counting = recordInEffect(records)
  const evidence: FoundAttestation[] = counting
    ? [
        {
          attestation_id: counting.id,
          attestation_name: 'scan',
          attestation_type: 'generic',
          control: null,
          is_compliant: counting.is_compliant,
          recorded_at: 1,
          scope: 'trail',
          ...(counting.is_override && { is_override: true }),
        },
      ]
    : []
  const state = 'COMPLIANT' as const
  const flows = [{ flow_name: 'web', trail_name: 'run', tags: {}, state, evidence }]
  const verdict = evaluateArtifact([policy], { name: 'app', fingerprint, flows }, allowed)
  return {
    verdict: verdict.compliant ? 'compliant' : 'non-compliant',
    qualifiers: qualifiersOfArtifact(storedQualifiersOf(verdict), noLimits),
  }
}

/** The verdict on an environment to which a policy is attached. */
function evaluateEnvironment(artifacts: Parameters<typeof environmentState>[1]): QualifiedVerdict {
  const { state, reason } = environmentState(1, artifacts)
  const verdicts = { true: 'compliant', false: 'non-compliant', null: 'unknown' } as const
  return {
    verdict: verdicts[`${state}`],
    qualifiers: qualifiersOf({ ...noTotals, judged: artifacts?.length ?? 0 }, noLimits),
    isNeverReported: reason === 'never_reported',
  }
}

/** A compliant environment whose last report says that it came after now. */
function evaluateAheadOfNow(): QualifiedVerdict {
  const environment = {
    type: 'K8S' as const,
    heard_at: 20_000,
    reporting_minutes: 10,
    learned_interval: null,
  }
  const rules = { minutes: {} as never, now: 10_000 }
  return { verdict: 'compliant', isStale: isStale(staleAt(environment, rules), rules.now) }
}

it.each<[odd: string, said: string, qualified: QualifiedVerdict]>([
  [
    'an override of an override: the newest counts',
    'Compliant by override',
    evaluate([report('1', false), override('2', false), override('3', true)]),
  ],
  [
    'the other way round',
    'Non-compliant by override',
    evaluate([report('1', true), override('2', true), override('3', false)]),
  ],
  [
    'overrides that ended in the same second: the report counts',
    'Non-compliant',
    evaluate([report('1', false), override('2', true, true), override('3', true, true)]),
  ],
  [
    'an override of nothing, which ended: nothing counts',
    'Non-compliant',
    evaluate([override('1', true, true)]),
  ],
  [
    'an override by somebody who has left the organization: it counts until others end it',
    'Compliant by override',
    evaluate([report('1', false), override('2', true)]),
  ],
  [
    'an override and an entry of the allow-list on one artifact: each would do',
    'Compliant by 2 exceptions',
    evaluate([report('1', false), override('2', true)], { allowed: new Set([fingerprint]) }),
  ],
  [
    'an entry of the allow-list that nothing needs',
    'Compliant',
    evaluate([report('1', true)], { allowed: new Set([fingerprint]) }),
  ],
  [
    'a policy none of whose rules ask',
    'Compliant, not asked',
    evaluate([report('1', false)], { policy: policyOf('provenance: {required: false}') }),
  ],
  ['an environment that never reported', 'Unknown, never reported', evaluateEnvironment(null)],
  ['nothing that runs, with a policy attached', 'Compliant, nothing runs', evaluateEnvironment([])],
  ['a clock that was moved back', 'Stale, last compliant', evaluateAheadOfNow()],
])('says of %s: %s', (_odd, said, qualified) => {
  expect(verdictText(qualified)).toBe(said)
})

it('lets others end the override of somebody who has left, as restored', () => {
  expect(endKindOf({ created_by_id: null }, { userId: 'anybody' })).toBe('restored')
})

it('says of a control whose scope is empty that it is not asked', () => {
  const scope = { environments: { name_pattern: 'none' } }
  const rows = resultsOf({ identifier: 'C-1', scope }, [], () => [])
  expect(sumCoverage(rows)).toMatchObject({ outcome: 'empty', total: 0, covered: 0 })
})
