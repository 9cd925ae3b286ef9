import { Link } from '@tanstack/react-router'
import type { RunningArtifact } from '#contract/snapshot/snapshot-page.ts'
import { CommitHash } from '../ui/hash.tsx'
import { OriginFingerprint } from '../ui/origin.tsx'
import { Pair, Pairs } from '../ui/pairs.tsx'
import { SafeLink } from '../ui/safe-link.tsx'
import { TimeStamp } from '../ui/time.tsx'
import { verdictOfState } from '../ui/verdict-mark.tsx'
import { VerdictWord } from '../ui/verdict-word.tsx'
import { changeWords } from './words.ts'

const linkClass = 'text-accent underline'

/** What is known of an artifact that runs. */
export function ArtifactFacts(props: { org: string; env: string; artifact: RunningArtifact }) {
  const { org, env, artifact } = props
  const { fingerprint, provenance, environment_name, started_index, change } = artifact
  const place = environment_name ?? env
  return (
    <Pairs>
      <Pair label="Fingerprint">
        <OriginFingerprint org={org} flow={provenance?.flow_name} value={fingerprint} />
      </Pair>
      {environment_name !== undefined && (
        <Pair label="Runs in">
          <Link
            to="/$org/environments/$env/running"
            params={{ org, env: environment_name }}
            className={linkClass}
          >
            {environment_name}
          </Link>
        </Pair>
      )}
      <Pair label="Since">
        <TimeStamp at={artifact.started_at} form="stamp" />, snapshot{' '}
        <Link
          to="/$org/environments/$env/snapshots/$snapshot"
          params={{ org, env: place, snapshot: String(started_index) }}
          className={linkClass}
        >
          #{started_index}
        </Link>
      </Pair>
      {change !== 'unchanged' && <Pair label="Change">{changeWords(artifact)}</Pair>}
      {provenance && <ProvenanceFacts org={org} provenance={provenance} />}
    </Pairs>
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
      <Pair label="Flow">
        <Link to="/$org/flows/$flow" params={{ org, flow }} className={linkClass}>
          {flow}
        </Link>
        {flow_count > 1 && <span className="text-muted"> and {flow_count - 1} more</span>}
      </Pair>
      {trail !== null && (
        <Pair label="Trail">
          <Link
            to="/$org/flows/$flow/trails/$trail"
            params={{ org, flow, trail }}
            className={linkClass}
          >
            {trail}
          </Link>
        </Pair>
      )}
      {state !== null && (
        <Pair label="In its flow">
          <VerdictWord verdict={verdictOfState[state]} />
        </Pair>
      )}
      <Pair label="Commit">
        <SafeLink href={commit_url} className={linkClass}>
          <CommitHash sha1={git_commit} />
        </SafeLink>{' '}
        {commit_message}
        {commit_author && <span className="block text-muted">{commit_author}</span>}
      </Pair>
    </>
  )
}
