import { type AttestationKind, fullType, kindOf } from '#contract/attestation/types/kind.ts'

/** Labels of the built-in types of evidence, on screen and in messages. */
const labels: Record<Exclude<AttestationKind, 'custom'>, string> = {
  generic: 'Generic',
  junit: 'JUnit',
  snyk: 'Snyk',
  pull_request: 'Pull request',
  jira: 'Jira',
  sonar: 'Sonar',
  'system:decision': 'Decision',
  'system:sbom': 'SBOM',
}

/**
 * Returns what a type of evidence is called, as templates or answers name it: `*`, `decision` and
 * `custom:x` too. Custom types have the name that they were given.
 */
export function typeLabel(type: string): string {
  if (type === '*') return 'Any type'
  const kind = kindOf(fullType(type))
  if (kind !== null && kind !== 'custom') return labels[kind]
  return type.replace(/^custom:/, '')
}
