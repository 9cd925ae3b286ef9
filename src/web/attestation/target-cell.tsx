import type { Attestation } from '#contract/attestation/attestation.ts'
import { FingerprintLink } from '../ui/fingerprint-link.tsx'

/** What an attestation is about: an artifact, artifacts that were still to come, or its trail. */
export function TargetCell(props: {
  org: string
  attestation: Pick<Attestation, 'flow_name' | 'artifact_fingerprint' | 'target_artifacts'>
}) {
  const { flow_name, artifact_fingerprint, target_artifacts } = props.attestation
  if (artifact_fingerprint) {
    return <FingerprintLink org={props.org} flow={flow_name} value={artifact_fingerprint} />
  }
  if (target_artifacts?.length) return <span>{target_artifacts.join(', ')}</span>
  return <span className="zero text-muted">Trail</span>
}
