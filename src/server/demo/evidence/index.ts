import type { AttestationKind } from '#contract/attestation-type/kind.ts'
import { generic } from './generic.ts'
import { jira } from './jira.ts'
import { junit } from './junit.ts'
import type { Evidence, Occasion } from './occasion.ts'
import { pullRequest } from './pull-request.ts'
import { snyk } from './snyk.ts'
import { sonar } from './sonar.ts'

/** Types of evidence that tools find; a decision is a verdict on them, custom ones are anything. */
export type EvidenceKind = Exclude<AttestationKind, 'system:decision' | 'custom'>

/** Makes up the evidence of each type. */
export const evidenceOf: Record<EvidenceKind, (occasion: Occasion) => Evidence> = {
  generic,
  junit,
  snyk,
  pull_request: pullRequest,
  jira,
  sonar,
}
