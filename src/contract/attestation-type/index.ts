import { generic } from './generic.ts'
import { jira } from './jira.ts'
import { junit } from './junit.ts'
import { pullRequest } from './pull-request.ts'
import { snyk } from './snyk.ts'
import { sonar } from './sonar.ts'

/** Every attestation type that can be reported: the path segment is the key. */
export const attestationTypes = {
  generic,
  junit,
  snyk,
  pull_request: pullRequest,
  jira,
  sonar,
} as const
export type AttestationKind = keyof typeof attestationTypes
