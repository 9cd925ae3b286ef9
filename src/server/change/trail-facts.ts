import type { TrailFacts } from '#domain/trail-compliance.ts'
import { listTrailArtifacts } from '../artifact/queries.ts'
import { listCurrent } from '../attestation/queries.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import { findTemplate } from '../template/queries.ts'

const of = (trailId: string) => (row: { trail_id: string | null }) => row.trail_id === trailId

type Reported = Pick<TrailFacts, 'artifacts' | 'attestations'>

/** Everything that decides the compliance of a trail. */
export async function loadTrailFacts(
  org: OrgDatabase,
  trail: { id: string; template_id: string },
  at: number,
): Promise<TrailFacts> {
  const template = await findTemplate(org, trail.template_id)
  const reported = await loadReported(org, [trail.id])
  return {
    template: template.document,
    template_id: trail.template_id,
    ...reported(trail.id),
    evaluated_at: at,
  }
}

/** What was reported on some trails, by the id of each: two queries, however many they are. */
export async function loadReported(
  org: OrgDatabase,
  trailIds: readonly string[],
): Promise<(trailId: string) => Reported> {
  const artifacts = await listTrailArtifacts(org, trailIds)
  const current = await listCurrent(org, trailIds)
  return (trailId) => ({
    artifacts: artifacts.filter(of(trailId)).map(({ id, trail_id: _, ...artifact }) => ({
      artifact_id: id,
      ...artifact,
    })),
    attestations: current.filter(of(trailId)).map((row) => ({
      attestation_id: row.id,
      attestation_name: row.name,
      attestation_type: row.type,
      is_compliant: row.is_compliant,
      artifact_fingerprint: row.fingerprint,
      target_artifact: row.target,
      git_commit: row.commit_sha,
      overridden_attestation_id: null,
    })),
  })
}
