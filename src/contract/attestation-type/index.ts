import { custom } from './custom.ts'
import { decision } from './decision.ts'
import { generic } from './generic.ts'
import { jira } from './jira.ts'
import { junit } from './junit.ts'
import { pullRequest } from './pull-request.ts'
import { snyk } from './snyk.ts'
import { sonar } from './sonar.ts'

/**
 * Every attestation type that can be reported, as answers name it; paths end before a colon. Custom
 * ones are `custom:<type_name>` in answers.
 */
export const attestationTypes = {
  generic,
  junit,
  snyk,
  pull_request: pullRequest,
  jira,
  sonar,
  custom,
  'system:decision': decision,
} as const
export type AttestationKind = keyof typeof attestationTypes

/** An attestation type as answers name it. */
export type AttestationType = Exclude<AttestationKind, 'custom'> | `custom:${string}`

/** The kind of an attestation type, or null for one that is not known. */
export function kindOf(type: string): AttestationKind | null {
  const kind = type.startsWith('custom:') ? 'custom' : type
  return type !== 'custom' && Object.hasOwn(attestationTypes, kind)
    ? (kind as AttestationKind)
    : null
}
