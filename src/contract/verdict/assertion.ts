import * as z from 'zod/mini'
import { maybe } from '#contract/common/fields.ts'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { policyEvaluation } from './policy-evaluation.ts'
import { attestationStatus, trailState } from './compliance-status.ts'
import { qualifiers } from './qualifiers.ts'

/** Compliance of an artifact in a flow. */
const statusInFlow = z.object({
  status: trailState,
  is_compliant: z.boolean(),
  qualifiers,
  /** Slots of the artifact, then those of its trail. */
  attestations_statuses: z.array(attestationStatus),
})

/** Whether an artifact complies: in its flows, in an environment, or with policies. */
const assertion = z.object({
  compliant: z.boolean(),
  /** Qualifiers of the answer; our addition. */
  qualifiers,
  scope: z.enum(['flow', 'environment', 'policy']),
  environment: z.optional(z.string()),
  /** Only for the scopes environment and policy. */
  policy_evaluations: z.optional(z.array(policyEvaluation)),
  /** Sorted by the time of the first report. */
  flows: z.array(
    z.object({
      flow: z.string(),
      trail: z.optional(z.string()),
      compliance_status: statusInFlow,
    }),
  ),
  /** Compliance in the first flow. */
  compliance_status: statusInFlow,
  html_url: z.string(),
})
export type Assertion = z.output<typeof assertion>

export const assertArtifact = endpoint({
  name: 'assertArtifact',
  method: 'GET',
  path: '/asserts/{org}/fingerprint/{fingerprint}',
  access: 'reader',
  query: z.object({
    flow_name: maybe(z.string()),
    environment_name: maybe(z.string()),
    policy_name: maybe(z.array(z.string())),
  }),
  response: assertion,
})

/** Texts of these endpoints in the API reference. */
export const assertionTexts = {
  assertArtifact: {
    summary: 'Tell whether an artifact complies: with its flows, an environment, or some policies',
    description:
      'Answers 200 whatever the result, which is in `compliant`. Without `environment_name` or `policy_name`, the artifact has to comply in every flow that holds it, or in `flow_name`; in an environment an allowed artifact is compliant, and so is any artifact where no policy is attached. `qualifiers` says what carries the answer: overrides, the allow-list, exceptions of policies, expired evidence, or that nothing was asked. Giving both an environment and policies is refused with 400.',
  },
} satisfies EndpointTexts
