import type { Attestation } from '#contract/attestation.ts'
import { CommitHash, Fingerprint } from '../ui/hash.tsx'
import { Pair, Pairs } from '../ui/pairs.tsx'
import { SafeLink } from '../ui/safe-link.tsx'

/** Facts of an attestation that every type has. */
export function Facts(props: { attestation: Attestation }) {
  const { attestation } = props
  const targets = attestation.target_artifacts ?? []
  const commit = attestation.git_commit_info
  return (
    <div>
      <h3 className="mb-2 text-meta font-medium text-muted">Facts</h3>
      <Pairs>
        {attestation.description && <Pair label="Description">{attestation.description}</Pair>}
        {targets.length > 0 && <Pair label="Target">{targets.join(', ')}</Pair>}
        {attestation.artifact_fingerprint && (
          <Pair label="Artifact">
            <Fingerprint value={attestation.artifact_fingerprint} />
          </Pair>
        )}
        {commit && (
          <Pair label="Commit">
            <CommitHash sha1={commit.sha1} /> {firstLine(commit.message)}
          </Pair>
        )}
        {attestation.origin_url && (
          <Pair label="Origin">
            <SafeLink href={attestation.origin_url} />
          </Pair>
        )}
        {Object.entries(attestation.external_urls).map(([label, { href }]) => (
          <Pair key={`link/${label}`} label={label}>
            <SafeLink href={href} />
          </Pair>
        ))}
        {Object.entries(attestation.annotations).map(([label, text]) => (
          <Pair key={`annotation/${label}`} label={label}>
            {text}
          </Pair>
        ))}
        <Pair label="Schema">version {attestation.schema_version}</Pair>
        <Pair label="Id">
          <span className="font-mono text-code">{attestation.attestation_id}</span>
        </Pair>
      </Pairs>
    </div>
  )
}

function firstLine(text: string | null | undefined): string {
  return text?.split('\n', 1)[0] ?? ''
}
