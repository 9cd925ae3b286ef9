import type { TrailState } from '#contract/verdict/compliance-status.ts'
import type { TrailFacts } from '#domain/trail/evaluate-trail.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { artifactsOfTrails, currentOfTrails, readTrail } from './trail-queries.ts'

const of = (trailId: string) => (row: { trail_id: string | null }) => row.trail_id === trailId

type Reported = Pick<TrailFacts, 'artifacts' | 'attestations'>

/**
 * Loads everything that decides the compliance of a trail, its stored state, and its artifacts with
 * theirs, by one query.
 */
export async function loadTrailFacts(
  org: OrgDatabase,
  trail: { id: string; template_id: string },
  at: number,
): Promise<{
  facts: TrailFacts
  stored: TrailState | null
  artifacts: Rows<typeof artifactsOfTrails>
}> {
  const { document, artifacts, current, stored } = await readTrail(org, trail, {
    artifacts: artifactsOfTrails(org, [trail.id]),
    current: currentOfTrails(org, [trail.id]),
  })
  const facts = {
    template: document,
    template_id: trail.template_id,
    ...reportedOn(trail.id, artifacts, current),
    evaluated_at: at,
  }
  return { facts, stored, artifacts }
}

/** Loads the reports on some trails, by trail id, by two queries however many trails there are. */
export async function loadReported(
  org: OrgDatabase,
  trailIds: readonly string[],
): Promise<(trailId: string) => Reported> {
  const artifacts = await artifactsOfTrails(org, trailIds).execute()
  const current = await currentOfTrails(org, trailIds).execute()
  return (trailId) => reportedOn(trailId, artifacts, current)
}

type Rows<Query extends (...args: never[]) => { execute(): Promise<unknown> }> = Awaited<
  ReturnType<ReturnType<Query>['execute']>
>

function reportedOn(
  trailId: string,
  artifacts: Rows<typeof artifactsOfTrails>,
  current: Rows<typeof currentOfTrails>,
): Reported {
  return {
    artifacts: artifacts.filter(of(trailId)).map((row) => ({
      artifact_id: row.id,
      fingerprint: row.fingerprint,
      template_reference_name: row.template_reference_name,
      git_commit: row.git_commit,
    })),
    attestations: current.filter(of(trailId)).map((row) => ({
      attestation_id: row.id,
      attestation_name: row.name,
      attestation_type: row.type,
      is_compliant: row.is_compliant,
      artifact_fingerprint: row.fingerprint,
      target_artifact: row.target,
      git_commit: row.commit_sha,
      overridden_attestation_id: row.overridden_attestation_id,
      is_override: row.is_override,
    })),
  }
}
