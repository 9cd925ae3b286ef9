import type { ProblemCode } from '#contract/common/problem.ts'

/** Meaning of each problem code. */
const meanings: Record<ProblemCode, string> = {
  control_archived: 'the control is archived and cannot be changed',
  policy_archived: 'the policy is archived and cannot be attached',
  sign_in_again: 'the session is too old for this call',
  flow_archived: 'the flow is archived',
  environment_archived: 'the environment is archived',
  custom_type_archived: 'the custom attestation type is archived',
  snapshot_not_found: 'the environment has no such snapshot',
  no_snapshot_yet: 'nothing was reported in the environment yet',
}

/** Description of `code`: the codes with their meanings. */
export const describedCodes = [
  'Machine-readable reason, where the status alone does not tell it:',
  ...Object.entries(meanings).map(([code, meaning]) => `- \`${code}\`: ${meaning}`),
].join('\n')
