import type { Artifact, ArtifactSummary } from '#contract/artifact.ts'
import type { Links } from '../links.ts'
import type { ArtifactRow } from './queries.ts'

/** An artifact in a list (product.md 3.3). */
export function artifactSummaryOf(
  row: ArtifactRow & { flow_name: string; trail_name: string | null },
  state: Artifact['state'],
): ArtifactSummary {
  return {
    artifact_id: row.id,
    filename: row.filename,
    fingerprint: row.fingerprint,
    flow_name: row.flow_name,
    trail_name: row.trail_name,
    template_reference_name: row.template_reference_name,
    git_commit: row.git_commit,
    git_commit_info: row.git_commit_info as Artifact['git_commit_info'],
    commit_url: row.commit_url,
    build_url: row.build_url,
    state,
    created_at: row.created_at,
  }
}

/** An artifact as it is read (wire.md 10). */
export function artifactItem(
  links: Links,
  org: string,
  row: ArtifactRow & { flow_name: string; trail_name: string | null },
  known: Pick<Artifact, 'state' | 'history' | 'running' | 'exited'>,
): Artifact {
  return {
    ...artifactSummaryOf(row, known.state),
    html_url: links.artifact(org, row.flow_name, row.fingerprint, row.id),
    running: known.running,
    exited: known.exited,
    history: known.history,
    repo_info: row.repo_info as Artifact['repo_info'],
    external_urls: (row.external_urls ?? {}) as Artifact['external_urls'],
    annotations: (row.annotations ?? {}) as Artifact['annotations'],
  }
}
