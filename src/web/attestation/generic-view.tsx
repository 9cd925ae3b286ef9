import type { Attestation } from '#contract/attestation/attestation.ts'

/** A generic attestation has no data of its own: the reporter's word is the evidence. */
export function GenericView(props: {
  attestation: Extract<Attestation, { attestation_type: 'generic' }>
}) {
  const { is_compliant, reported_by } = props.attestation
  return (
    <p className="text-table text-muted">
      {reported_by} reported this as {is_compliant ? 'compliant' : 'non-compliant'}; a generic
      attestation carries no results to judge.
    </p>
  )
}
