import { Link } from '@tanstack/react-router'
import type { RunningArtifact } from '#contract/snapshot/snapshot-page.ts'
import { CommitHash } from '#web/domain-ui/fingerprint.tsx'
import { OriginFingerprint } from '#web/domain-ui/origin.tsx'
import { verdictOfState, VerdictLabel } from '#web/domain-ui/verdict.tsx'
import { DescriptionItem, DescriptionList } from '#web/ui/description-list.tsx'
import { SafeLink } from '#web/ui/safe-link.tsx'
import { TimeStamp } from '#web/ui/time.tsx'
import { changeLabel } from './labels.ts'

const linkClass = 'text-accent underline'

/** Known facts of an artifact that runs. */
export function ArtifactFacts(props: { org: string; env: string; artifact: RunningArtifact }) {
  const { org, env, artifact } = props
  const { fingerprint, provenance, environment_name, started_index, change } = artifact
  const environment = environment_name ?? env
  return (
    <DescriptionList>
      <DescriptionItem label="Fingerprint">
        <OriginFingerprint org={org} flow={provenance?.flow_name} value={fingerprint} />
      </DescriptionItem>
      {environment_name !== undefined && (
        <DescriptionItem label="Runs in">
          <Link
            to="/$org/environments/$env/running"
            params={{ org, env: environment_name }}
            className={linkClass}
          >
            {environment_name}
          </Link>
        </DescriptionItem>
      )}
      <DescriptionItem label="Since">
        <TimeStamp at={artifact.started_at} form="stamp" />, snapshot{' '}
        <Link
          to="/$org/environments/$env/snapshots/$snapshot"
          params={{ org, env: environment, snapshot: String(started_index) }}
          className={linkClass}
        >
          #{started_index}
        </Link>
      </DescriptionItem>
      {change !== 'unchanged' && (
        <DescriptionItem label="Change">{changeLabel(artifact)}</DescriptionItem>
      )}
      {provenance && <ProvenanceFacts org={org} provenance={provenance} />}
    </DescriptionList>
  )
}

function ProvenanceFacts(props: {
  org: string
  provenance: NonNullable<RunningArtifact['provenance']>
}) {
  const { org, provenance } = props
  const { flow_name: flow, trail_name: trail, state, git_commit, flow_count } = provenance
  const { commit_url, commit_message, commit_author } = provenance
  return (
    <>
      <DescriptionItem label="Flow">
        <Link to="/$org/flows/$flow" params={{ org, flow }} className={linkClass}>
          {flow}
        </Link>
        {flow_count > 1 && <span className="text-muted"> and {flow_count - 1} more</span>}
      </DescriptionItem>
      {trail !== null && (
        <DescriptionItem label="Trail">
          <Link
            to="/$org/flows/$flow/trails/$trail"
            params={{ org, flow, trail }}
            className={linkClass}
          >
            {trail}
          </Link>
        </DescriptionItem>
      )}
      {state !== null && (
        <DescriptionItem label="In its flow">
          <VerdictLabel verdict={verdictOfState[state]} />
        </DescriptionItem>
      )}
      <DescriptionItem label="Commit">
        <SafeLink href={commit_url} className={linkClass}>
          <CommitHash sha1={git_commit} />
        </SafeLink>{' '}
        {commit_message}
        {commit_author && <span className="block text-muted">{commit_author}</span>}
      </DescriptionItem>
    </>
  )
}
