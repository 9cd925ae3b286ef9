import { custom } from './custom.ts'
import { decision } from './decision.ts'
import { generic } from './generic.ts'
import { jira } from './jira.ts'
import { junit } from './junit.ts'
import type { AttestationKind } from './kind.ts'
import { pullRequest } from './pull-request.ts'
import { sbom } from './sbom.ts'
import { snyk } from './snyk.ts'
import { sonar } from './sonar.ts'

/** Fields of every attestation type, in reports and in responses. */
export const attestationTypes = {
  generic,
  junit,
  snyk,
  pull_request: pullRequest,
  jira,
  sonar,
  custom,
  'system:decision': decision,
  'system:sbom': sbom,
} as const satisfies Record<AttestationKind, object>
