import type { Attestation } from '#contract/attestation/attestation.ts'
import { FingerprintLink } from '../ui/fingerprint-link.tsx'
import { CommitHash } from '../ui/hash.tsx'
import { Pair, Pairs } from '../ui/pairs.tsx'
import { ReportedLink, ReportedValue } from '../ui/reported-value.tsx'
import { SafeLink } from '../ui/safe-link.tsx'
import { clipped } from './text.ts'
import type { Version } from './versions.ts'

/** Facts of an attestation that every type has, then its links and annotations. */
export function Facts(props: {
  org: string
  attestation: Attestation
  versions: readonly Version[]
}) {
  const { org, attestation, versions } = props
  const targets = attestation.target_artifacts ?? []
  const commit = attestation.git_commit_info
  const links = Object.entries(attestation.external_urls)
  const annotations = Object.entries(attestation.annotations)
  return (
    <>
      <div>
        <Heading>Facts</Heading>
        <Pairs>
          {attestation.description && <Pair label="Description">{attestation.description}</Pair>}
          {targets.length > 0 && <Pair label="Target">{targets.join(', ')}</Pair>}
          {attestation.artifact_fingerprint && (
            <Pair label="Artifact">
              <FingerprintLink
                org={org}
                flow={attestation.flow_name}
                value={attestation.artifact_fingerprint}
              />
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
          {versions.length === 1 && (
            <Pair label="Versions">1{versions[0]?.isEffective && ', effective'}</Pair>
          )}
          <Pair label="Schema">version {attestation.schema_version}</Pair>
          <Pair label="Id">
            <span className="font-mono text-code">{attestation.attestation_id}</span>
          </Pair>
        </Pairs>
      </div>
      {links.length > 0 && (
        <div>
          <Heading>Links</Heading>
          <Pairs>
            {links.map(([label, value]) => (
              <Pair key={label} label={clipped(label, 120)}>
                <ReportedLink label={label} value={value} />
              </Pair>
            ))}
          </Pairs>
        </div>
      )}
      {annotations.length > 0 && (
        <div>
          <Heading>Annotations</Heading>
          <Pairs>
            {annotations.map(([label, value]) => (
              <Pair key={label} label={clipped(label, 120)}>
                <ReportedValue value={value} />
              </Pair>
            ))}
          </Pairs>
        </div>
      )}
    </>
  )
}

function Heading(props: { children: string }) {
  return <h3 className="mb-2 text-meta font-medium text-muted">{props.children}</h3>
}

function firstLine(text: string | null | undefined): string {
  return text?.split('\n', 1)[0] ?? ''
}
