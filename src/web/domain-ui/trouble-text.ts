import type { EvidenceSummary, GivenOverride } from '#contract/attestation/evidence-summary.ts'

/** A slot that fails or is missing. */
interface TroubledSlot {
  name: string
  type: string
  attestationId: string | null
}

/** Findings of evidence by id, as far as known. */
export type Found = ReadonlyMap<
  string,
  Pick<EvidenceSummary, 'summary'> & Partial<Pick<EvidenceSummary, 'override'>>
>

/** The override that counts in place of evidence, where that did not fail itself; else null. */
export const decidingOverride = (override: GivenOverride | null | undefined) =>
  override && override.reported_is_compliant !== false ? override : null

/**
 * Names the evidence that fails, with the findings of the first: "scan: 1 high, and 2 more fail".
 * Of generic evidence it only says that it fails: what stands beside it need not be a finding.
 * @returns null where none does
 */
export function failingText(failing: readonly TroubledSlot[], found: Found): string | null {
  const [first, ...others] = failing
  if (!first) return null
  const { summary = null, override } = found.get(first.attestationId ?? '') ?? {}
  const more = others.length
  // Else what was found is not why: a person decided.
  const isOverridden = decidingOverride(override) !== null
  if (!isOverridden && (summary === null || first.type === 'generic')) {
    return more === 0
      ? `${first.name} is non-compliant`
      : `${first.name} and ${more} more are non-compliant`
  }
  const text = first.name + (isOverridden ? ' is non-compliant by override' : `: ${summary}`)
  return more === 0 ? text : `${text}, and ${more} more ${more === 1 ? 'fails' : 'fail'}`
}

/** "scan is missing", "scan and 2 more are missing"; null where none is. */
export function missingText(names: readonly string[]): string | null {
  const [first, ...others] = names
  if (first === undefined) return null
  return others.length === 0
    ? `${first} is missing`
    : `${first} and ${others.length} more are missing`
}
