import type { Template } from '#contract/template/template.ts'
import type { TrailState } from '#contract/verdict/compliance-status.ts'
import { evaluateArtifactAlone } from '#domain/trail/evaluate-trail.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { templateDocuments } from './trail-queries.ts'

/** An artifact record, as far as its state depends on it. */
export interface KnownArtifact {
  id: string
  trail_id: string | null
  fingerprint: string
  template_reference_name: string | null
  git_commit: string
  created_at: number
  /** Stored state; null without a trail. */
  state: TrailState | null
}

/**
 * Requirements of the flow's newest template for artifact records without a trail: evidence belongs
 * to trails, so such records have none.
 */
export function evaluateWithoutTrail(template: Template) {
  const artifact = {
    artifact_id: '',
    fingerprint: '',
    template_reference_name: null,
    git_commit: '',
  }
  const facts = { template, template_id: '', attestations: [], artifact, evaluated_at: 0 }
  const { status, attestations_statuses } = evaluateArtifactAlone(facts)
  return { state: known(status), slots: attestations_statuses }
}

const known = (status: string | null | undefined): TrailState =>
  status === 'COMPLIANT' || status === 'NON-COMPLIANT' ? status : 'INCOMPLETE'

/** State that each of some templates gives an artifact without a trail, by one query. */
export async function statesWithoutTrail(
  org: OrgDatabase,
  templateIds: readonly string[],
): Promise<(templateId: string) => TrailState> {
  const templates = await templateDocuments(org, [...new Set(templateIds)])
  const states = new Map(
    Array.from(templates, ([id, template]) => [id, evaluateWithoutTrail(template).state] as const),
  )
  return (templateId) => states.get(templateId) ?? 'INCOMPLETE'
}

/** Returns the states of artifacts by id, as if each filled its slot, by one query. */
export async function artifactStatesOf(
  org: OrgDatabase,
  artifacts: readonly (KnownArtifact & { flow_template_id: string })[],
): Promise<Map<string, TrailState>> {
  const legacy = artifacts.filter((artifact) => artifact.trail_id === null)
  const legacyState = await statesWithoutTrail(
    org,
    legacy.map((artifact) => artifact.flow_template_id),
  )
  return new Map(
    artifacts.map(({ id, trail_id, flow_template_id, state }) => [
      id,
      trail_id === null ? legacyState(flow_template_id) : known(state),
    ]),
  )
}
