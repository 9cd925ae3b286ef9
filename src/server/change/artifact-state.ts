import type { Artifact } from '#contract/artifact.ts'
import { isSameCommit } from '#domain/commit.ts'
import { evaluateArtifactAlone, evaluateTrail } from '#domain/trail-compliance.ts'
import type { ArtifactRow } from '../artifact/queries.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import { findTemplate } from '../template/queries.ts'
import { listTrailEvents, trailOfId } from '../trail/queries.ts'
import { loadTrailFacts } from './trail-facts.ts'

/** State and history of one artifact record (wire.md 10, 23.1.5), as if it filled its slot. */
export async function artifactStateOf(
  org: OrgDatabase,
  artifact: ArtifactRow,
  flow: { template_id: string },
  at: number,
): Promise<Pick<Artifact, 'state' | 'history'>> {
  const reported = artifact.template_reference_name
    ? `${artifact.template_reference_name} reported`
    : 'Artifact created'
  const first = { event: reported, timestamp: artifact.created_at }
  if (artifact.trail_id === null) {
    const template = await findTemplate(org, flow.template_id)
    const { status } = evaluateArtifactAlone({
      template: template.document,
      template_id: flow.template_id,
      attestations: [],
      artifact: asReported(artifact),
      evaluated_at: at,
    })
    return { state: stateOf(status), history: [first] }
  }
  const trail = await trailOfId(org, artifact.trail_id)
  const facts = await loadTrailFacts(org, trail, at)
  const status = evaluateTrail({ ...facts, artifacts: [asReported(artifact)] })
  const own = Object.values(status.artifacts_statuses).find(
    (slot) => slot.artifact_fingerprint === artifact.fingerprint,
  )
  const events = await listTrailEvents(org, trail.id)
  const attested = events
    .filter(({ type, body }) => isAbout(artifact, type, body))
    .map(({ recorded_at, body }) => ({
      event: `${String(body.template_reference_name)} attestation reported`,
      timestamp: recorded_at,
    }))
  const history = [first, ...attested].sort((a, b) => a.timestamp - b.timestamp)
  return { state: stateOf(own?.status), history }
}

const stateOf = (status: string | undefined) =>
  status === 'COMPLIANT' || status === 'NON-COMPLIANT' ? status : 'INCOMPLETE'

const asReported = (row: ArtifactRow) => ({
  artifact_id: row.id,
  fingerprint: row.fingerprint,
  template_reference_name: row.template_reference_name,
  git_commit: row.git_commit,
})

function isAbout(artifact: ArtifactRow, type: string, body: Record<string, unknown>): boolean {
  if (type === 'artifact_attestation_reported') {
    return body.artifact_fingerprint === artifact.fingerprint
  }
  const commit = (body.git_commit_info as { sha1?: string } | null)?.sha1
  return (
    type === 'trail_attestation_for_artifact_reported' &&
    body.target_artifact === artifact.template_reference_name &&
    isSameCommit(commit, artifact.git_commit)
  )
}
