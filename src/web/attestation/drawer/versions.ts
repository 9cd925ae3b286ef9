import type { Trail } from '#contract/trail/trail.ts'

/** One report or override of a name about the same thing: the trail itself, or an artifact. */
export interface Version {
  attestationId: string
  at: number
  isCompliant: boolean
  type: string
  isOverride: boolean
  /** It is the one that counts now. */
  isEffective: boolean
}

interface Report {
  attestation_id: string
  template_reference_name: string
  timestamp: number
  is_compliant: boolean
  attestation_type: string
  is_override?: boolean | undefined
  /** Name in the template of what it is about, else its fingerprint; empty for the trail. */
  target: string
}

/**
 * Every version of an attestation on its trail, and every override of one, oldest first; none when
 * the trail has not got it.
 */
export function versionsOf(
  trail: Trail,
  attestationId: string,
  effective: readonly string[],
): Version[] {
  const reports = trail.events.flatMap((event): Report[] => {
    if (!('attestation_id' in event) || event.ended_override_id) return []
    const target =
      ('target_artifact' in event && event.target_artifact) ||
      ('artifact_fingerprint' in event && event.artifact_fingerprint) ||
      ''
    return [{ ...event, target }]
  })
  const own = reports.filter((one) => one.attestation_id === attestationId)
  const name = own[0]?.template_reference_name
  const targets = new Set(own.map((one) => one.target))
  const versions = new Map<string, Version>()
  for (const one of reports) {
    if (one.template_reference_name !== name || !targets.has(one.target)) continue
    versions.set(one.attestation_id, {
      attestationId: one.attestation_id,
      at: one.timestamp,
      isCompliant: one.is_compliant,
      type: one.attestation_type,
      isOverride: one.is_override === true,
      isEffective: effective.includes(one.attestation_id),
    })
  }
  return [...versions.values()]
}

/** The version before one; null for the first. */
export function versionBefore(versions: readonly Version[], attestationId: string): Version | null {
  const at = versions.findIndex((version) => version.attestationId === attestationId)
  return versions[at - 1] ?? null
}
