import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { EvidenceSummary } from '#contract/attestation/evidence-summary.ts'
import { type TrailArtifact, maxArtifacts } from '#contract/trail/trail-page.ts'
import type { Trail } from '#contract/trail/trail.ts'
import { qualifiersOfSlots } from '#domain/verdict/qualifiers.ts'
import { CommitHash, Fingerprint } from '#web/domain-ui/fingerprint.tsx'
import { verdictOfState, VerdictLabel } from '#web/domain-ui/verdict.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { SafeLink, safeUrl } from '#web/ui/safe-link.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { CommitLine } from './commit-line.tsx'
import { trailArtifactsQuery } from './queries.ts'
import { type SlotGroup, countSlots, describeTrouble } from './slots.ts'

type EvidenceFound = ReadonlyMap<string, Pick<EvidenceSummary, 'expired'>>

/** Of more artifacts than this, where they run is not asked: each is a request. */
const maxWithEnvironments = 6

/**
 * Each artifact of a trail on a line: the commit, what was built of it, what proves it, and where it
 * runs or ran.
 */
export default function ArtifactsCard(props: {
  org: string
  trail: Trail
  groups: readonly SlotGroup[]
  /** Known findings of evidence in its slots, by id. */
  found: EvidenceFound
  /** Where an artifact runs and ran. */
  renderEnvironments: (fingerprint: string) => ReactNode
}) {
  const { org, trail, groups, renderEnvironments } = props
  const { data, isError, refetch } = useQuery(trailArtifactsQuery(org, trail.flow.name, trail.name))
  const artifacts = data ?? []
  return (
    <Card
      title="Artifacts"
      remark={
        data &&
        (artifacts.length >= maxArtifacts
          ? `the first ${maxArtifacts}`
          : `${artifacts.length} reported`)
      }
    >
      {data ? (
        <ul className="border-t border-line">
          {artifacts.map((artifact) => (
            <ArtifactLane
              key={artifact.artifact_id}
              org={org}
              trail={trail}
              artifact={artifact}
              found={props.found}
              renderEnvironments={
                artifacts.length > maxWithEnvironments ? undefined : renderEnvironments
              }
              group={groups.find((group) => group.artifact?.id === artifact.artifact_id)}
              ofTrail={groups.find((group) => group.artifact === null)}
            />
          ))}
        </ul>
      ) : isError ? (
        <LoadFailed what="The artifacts" frame="card" onRetry={refetch} />
      ) : (
        <SkeletonRows rows={2} />
      )}
    </Card>
  )
}

function ArtifactLane(props: {
  org: string
  trail: Trail
  artifact: TrailArtifact
  found: EvidenceFound
  renderEnvironments: ((fingerprint: string) => ReactNode) | undefined
  group: SlotGroup | undefined
  ofTrail: SlotGroup | undefined
}) {
  const { org, trail, artifact, group, renderEnvironments } = props
  const { filename, fingerprint, template_reference_name: name } = artifact
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_1rem_minmax(0,1.4fr)_1rem_minmax(0,0.9fr)_1rem_minmax(0,0.9fr)] items-start gap-x-3 border-b border-line px-4 py-2.5 text-table last:border-b-0 @max-narrow/main:grid-cols-1 @max-narrow/main:gap-y-1">
      <Step label="Commit">
        <Commit artifact={artifact} />
      </Step>
      <Then />
      <Step label="Artifact">
        <p>
          <ArtifactLink
            org={org}
            flow={trail.flow.name}
            fingerprint={fingerprint}
            artifactId={artifact.artifact_id}
          >
            {name || filename}
          </ArtifactLink>
          {name && name !== filename && (
            <span className="wrap-anywhere text-muted"> {filename}</span>
          )}
        </p>
        <p className="flex flex-wrap items-center gap-x-3">
          <Fingerprint value={fingerprint} />
          {safeUrl(artifact.build_url) && (
            <SafeLink
              href={artifact.build_url}
              className="text-accent hover:underline max-md:-my-3 max-md:py-3"
            >
              Build
            </SafeLink>
          )}
        </p>
      </Step>
      <Then />
      <Step label="Evidence">
        {group ? (
          <Evidence trail={trail} found={props.found} group={group} ofTrail={props.ofTrail} />
        ) : (
          <Tag>replaced by a later artifact</Tag>
        )}
      </Step>
      {renderEnvironments && (
        <>
          <Then />
          <Step label="Environments">{renderEnvironments(fingerprint)}</Step>
        </>
      )}
    </li>
  )
}

function Commit(props: { artifact: TrailArtifact }) {
  const { git_commit, git_commit_info, commit_url } = props.artifact
  if (git_commit_info) {
    return <CommitLine commit={{ ...git_commit_info, url: git_commit_info.url || commit_url }} />
  }
  if (!safeUrl(commit_url)) return <CommitHash sha1={git_commit} />
  return (
    <SafeLink href={commit_url} className="text-inherit hover:underline">
      <CommitHash sha1={git_commit} />
    </SafeLink>
  )
}

function Evidence(props: {
  trail: Trail
  found: EvidenceFound
  group: SlotGroup
  /** The trail's own slots count for every artifact of it. */
  ofTrail: SlotGroup | undefined
}) {
  const { trail, found, group, ofTrail } = props
  const { artifacts_statuses, attestations_statuses } = trail.compliance_status
  const status = artifacts_statuses[group.key]
  const slots = [...attestations_statuses, ...(status?.attestations_statuses ?? [])]
  const { present, expected, unexpected } = countSlots(group.slots)
  const inherited = describeTrouble([group]) === null && ofTrail && describeTrouble([ofTrail])
  return (
    <>
      {status && (
        <VerdictLabel
          verdict={verdictOfState[status.status]}
          qualifiers={qualifiersOfSlots(slots, (id) => Boolean(found.get(id)?.expired))}
        />
      )}
      <p className="text-muted">
        {expected > 0 ? `${present} of ${expected} present` : 'nothing expected'}
        {unexpected > 0 && `, ${unexpected} unexpected`}
      </p>
      {inherited && <p className="text-muted wrap-anywhere">the trail’s {inherited}</p>}
    </>
  )
}

function Step(props: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <span className="sr-only">{props.label}: </span>
      {props.children}
    </div>
  )
}

function Then() {
  return (
    <span className="grid h-5 place-items-center @max-narrow/main:hidden" aria-hidden="true">
      <Icon of={ArrowRight} small className="text-muted" />
    </span>
  )
}

/** Opens an artifact's page. */
export function ArtifactLink(props: {
  org: string
  flow: string
  fingerprint: string
  artifactId: string
  children: ReactNode
}) {
  const { org, flow, fingerprint } = props
  return (
    <Link
      to="/$org/flows/$flow/artifacts/$fingerprint"
      params={{ org, flow, fingerprint }}
      search={{ artifact_id: props.artifactId }}
      className="font-medium wrap-anywhere text-text hover:underline"
    >
      {props.children}
    </Link>
  )
}
