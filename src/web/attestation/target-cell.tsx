import type { Attestation } from '#contract/attestation.ts'
import { Fingerprint } from '../ui/hash.tsx'

/** What an attestation is about: an artifact, artifacts that were still to come, or its trail. */
export function TargetCell(props: {
  attestation: Pick<Attestation, 'artifact_fingerprint' | 'target_artifacts'>
}) {
  const { artifact_fingerprint, target_artifacts } = props.attestation
  if (artifact_fingerprint) return <Fingerprint value={artifact_fingerprint} />
  if (target_artifacts?.length) return <span>{target_artifacts.join(', ')}</span>
  return <span className="zero text-muted">Trail</span>
}
