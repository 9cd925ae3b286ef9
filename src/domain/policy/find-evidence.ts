import type { AttestationDefinition } from '#contract/verdict/policy-evaluation.ts'
import type { FoundAttestation } from '#contract/verdict/verdict-tree.ts'
import { byAge, fits } from '#domain/trail/attestation-slots.ts'

type Wanted = Pick<AttestationDefinition, 'name' | 'type' | 'for_control'>

/** Returns whether an attestation matches a rule, whatever its verdict. */
export function isWanted(record: FoundAttestation, { name, type, for_control }: Wanted): boolean {
  return (
    (name === '*' || name === record.attestation_name) &&
    fits(type, record.attestation_type) &&
    (for_control === null || for_control === record.control)
  )
}

/** Returns the identity of evidence: a newer attestation with the same key replaces it. */
const evidenceKey = (record: FoundAttestation) =>
  `${record.attestation_name} ${record.attestation_type} ${record.control ?? ''}`

/** Returns the newest evidence of each name, type and control, oldest first. */
export function newestEvidence(
  evidence: readonly FoundAttestation[],
  isUseful: (record: FoundAttestation, key: string) => boolean = () => true,
): FoundAttestation[] {
  const newest = new Map<string, FoundAttestation>()
  for (const record of evidence) {
    const key = evidenceKey(record)
    if (!isUseful(record, key)) continue
    const known = newest.get(key)
    if (!known || known.attestation_id < record.attestation_id) newest.set(key, record)
  }
  return Array.from(newest.values()).sort((a, b) => byAge(a.attestation_id, b.attestation_id))
}

/**
 * Returns the indexes of evidence, oldest first, that matches a rule: the newest of each name, or
 * for a control its newest decision under any name.
 */
export function findAttestations(wanted: Wanted, evidence: readonly FoundAttestation[]): number[] {
  const isOfOne = wanted.name !== '*' || wanted.for_control !== null
  const names = new Set<string>()
  const found: number[] = []
  for (let index = evidence.length - 1; index >= 0; index--) {
    const record = evidence[index]!
    if (!isWanted(record, wanted) || names.has(record.attestation_name)) continue
    found.push(index)
    if (isOfOne) break
    names.add(record.attestation_name)
  }
  return found.reverse()
}
