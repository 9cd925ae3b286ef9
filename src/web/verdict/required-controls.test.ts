import { expect, test } from 'vitest'
import type { ArtifactNode } from '#contract/verdict/verdict-tree.ts'
import { noQualifiers } from '#contract/verdict/qualifiers.ts'
import { requiredControls, describeControls } from './required-controls.ts'
import type { RuleNode } from './verdict-text.ts'

/** A rule on the decision `found` about a control; without a control, on evidence. */
function ruleOf(control: string | null, satisfied: boolean | null, found?: string): RuleNode {
  const attestation = found && {
    attestation_id: found,
    attestation_name: found.replace('~', ''),
    attestation_type: 'system:decision',
    control,
    is_compliant: satisfied === true,
    recorded_at: 1,
    scope: 'artifact' as const,
    ...(found.startsWith('~') && { is_override: true as const }),
  }
  const definition = {
    if: null,
    name: '*',
    type: 'decision',
    must_be_compliant: true,
    for_control: control,
  }
  return {
    evaluated_at: 1,
    satisfied,
    ignored: satisfied === null,
    rule: { type: 'attestation', definition, line: 4 },
    resolutions: [
      {
        type: 'rule_satisfied',
        context: { flow_name: 'shop', trail_name: 'one', artifact_status: 'COMPLIANT' },
        evaluated_at: 1,
        attestations: attestation ? [attestation] : [],
      },
    ],
  }
}

const verdictOf = (...rule_evaluations: RuleNode[]): ArtifactNode => ({
  evaluated_at: 1,
  name: 'shop',
  fingerprint: 'ab'.repeat(32),
  compliant: null,
  reason: 'policies_satisfied',
  qualifiers: noQualifiers,
  policies: [
    {
      policy_name: 'gate',
      policy_version: 1,
      status: 'COMPLIANT',
      evaluated_at: 1,
      rule_evaluations,
    },
  ],
})

test('lists controls with the worst of their rules, what fails first', () => {
  const asked = requiredControls(
    verdictOf(
      ruleOf(null, true, 'scan'),
      ruleOf('SC-1', true, 'signed'),
      ruleOf('SD-4', true, '~tests'),
      ruleOf('CM-2', null),
      ruleOf('VM-5', false),
      ruleOf('SC-1', false, 'scanned'),
    ),
  )
  expect(
    asked.map(({ control, qualified, decision }) => [control, qualified.verdict, decision]),
  ).toEqual([
    ['SC-1', 'non-compliant', 'scanned'],
    ['VM-5', 'missing', null],
    ['SD-4', 'compliant', 'tests'],
    ['CM-2', 'not-asked', null],
  ])
  expect(describeControls(asked, 'prod')).toBe(
    '1 of 3 pass in prod, 1 not by fresh evidence alone, 1 not asked',
  )
})

test('says no more where all of them pass', () => {
  const asked = requiredControls(verdictOf(ruleOf('SC-1', true, 'signed')))
  expect(describeControls(asked, 'prod')).toBe('1 of 1 pass in prod')
})
