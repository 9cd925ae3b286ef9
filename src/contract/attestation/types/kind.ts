/**
 * Every attestation type that can be reported, as answers name it; paths end before a colon. Apart
 * from their schemas, since the dashboard reads no attestation with them.
 */
export const attestationKinds = [
  'generic',
  'junit',
  'snyk',
  'pull_request',
  'jira',
  'sonar',
  'custom',
  'system:decision',
  'system:sbom',
] as const
export type AttestationKind = (typeof attestationKinds)[number]

/** An attestation type as answers name it: custom ones are `custom:<type_name>`. */
export type AttestationType = Exclude<AttestationKind, 'custom'> | `custom:${string}`

/** A type of a template, rule or filter as attestations have it: system types have short names there. */
export const fullType = (type: string): string =>
  type === 'decision' || type === 'sbom' ? `system:${type}` : type

/** The kind of an attestation type, or null for one that is not known. */
export function kindOf(type: string): AttestationKind | null {
  const kind = type.startsWith('custom:') ? 'custom' : type
  return (type !== 'custom' && attestationKinds.find((known) => known === kind)) || null
}
