import type { TrailFacts } from '#domain/trail-compliance.ts'
import { listTrailArtifacts } from '../artifact/queries.ts'
import { listCurrent } from '../attestation/queries.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import { findTemplate } from '../template/queries.ts'

/** Everything that decides the compliance of a trail. */
export async function loadTrailFacts(
  org: OrgDatabase,
  trail: { id: string; template_id: string },
  at: number,
): Promise<TrailFacts> {
  const template = await findTemplate(org, trail.template_id)
  const artifacts = await listTrailArtifacts(org, trail.id)
  const current = await listCurrent(org, trail.id)
  return {
    template: template.document,
    template_id: trail.template_id,
    artifacts: artifacts.map(({ id, ...artifact }) => ({ artifact_id: id, ...artifact })),
    attestations: current.map((row) => ({
      attestation_id: row.id,
      attestation_name: row.name,
      attestation_type: row.type,
      is_compliant: row.is_compliant,
      artifact_fingerprint: row.fingerprint,
      target_artifact: row.target,
      git_commit: row.commit_sha,
      overridden_attestation_id: null,
    })),
    evaluated_at: at,
  }
}
