import { decision } from './decision.ts'
import { generic } from './generic.ts'
import { jira } from './jira.ts'
import { junit } from './junit.ts'
import { pullRequest } from './pull-request.ts'
import { snyk } from './snyk.ts'
import { sonar } from './sonar.ts'

/** Every attestation type that can be reported, as answers name it; paths end before a colon. */
export const attestationTypes = {
  generic,
  junit,
  snyk,
  pull_request: pullRequest,
  jira,
  sonar,
  'system:decision': decision,
} as const
export type AttestationKind = keyof typeof attestationTypes
