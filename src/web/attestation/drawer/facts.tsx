import type { Attestation } from '#contract/attestation/attestation.ts'
import { clipped } from '#web/attestation/text.ts'
import { FingerprintLink, CommitHash } from '#web/domain-ui/fingerprint.tsx'
import { DescriptionItem, DescriptionList } from '#web/ui/description-list.tsx'
import { reportedName, ReportedLink, ReportedValue } from '#web/domain-ui/reported-value.tsx'
import { SafeLink } from '#web/ui/safe-link.tsx'
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
        <DescriptionList>
          {attestation.description && (
            <DescriptionItem label="Description">{attestation.description}</DescriptionItem>
          )}
          {targets.length > 0 && (
            <DescriptionItem label="Target">{targets.join(', ')}</DescriptionItem>
          )}
          {attestation.artifact_fingerprint && (
            <DescriptionItem label="Artifact">
              <FingerprintLink
                org={org}
                flow={attestation.flow_name}
                value={attestation.artifact_fingerprint}
              />
            </DescriptionItem>
          )}
          {commit && (
            <DescriptionItem label="Commit">
              <CommitHash sha1={commit.sha1} /> {firstLine(commit.message)}
            </DescriptionItem>
          )}
          {attestation.origin_url && (
            <DescriptionItem label="Origin">
              <SafeLink href={attestation.origin_url} />
            </DescriptionItem>
          )}
          {versions.length === 1 && (
            <DescriptionItem label="Versions">
              1{versions[0]?.isEffective && ', effective'}
            </DescriptionItem>
          )}
          <DescriptionItem label="Schema">version {attestation.schema_version}</DescriptionItem>
          <DescriptionItem label="Id">
            <span className="font-mono text-code">{attestation.attestation_id}</span>
          </DescriptionItem>
        </DescriptionList>
      </div>
      {links.length > 0 && (
        <div>
          <Heading>Links</Heading>
          <DescriptionList>
            {links.map(([label, value]) => (
              <DescriptionItem key={label} label={clipped(reportedName(label), 120)}>
                <ReportedLink label={label} value={value} />
              </DescriptionItem>
            ))}
          </DescriptionList>
        </div>
      )}
      {annotations.length > 0 && (
        <div>
          <Heading>Annotations</Heading>
          <DescriptionList>
            {annotations.map(([label, value]) => (
              <DescriptionItem key={label} label={clipped(reportedName(label), 120)}>
                <ReportedValue value={value} />
              </DescriptionItem>
            ))}
          </DescriptionList>
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
