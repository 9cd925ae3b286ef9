import type { Artifact } from '#contract/artifact.ts'
import type { Template } from '#contract/template.ts'
import type { TrailState } from '#contract/trail-state.ts'
import { addTo } from '#domain/artifact-evidence.ts'
import { isSameCommit } from '#domain/commit.ts'
import { evaluateArtifactAlone } from '#domain/trail-compliance.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import { runningHistoriesOf } from './artifact-runs.ts'
import { templateDocuments } from '../template/queries.ts'
import { listArtifactEvidenceEvents } from '../trail/queries.ts'

/** What is looked at of an artifact record. */
interface KnownArtifact {
  id: string
  trail_id: string | null
  fingerprint: string
  template_reference_name: string | null
  git_commit: string
  created_at: number
  /** As it is stored; null without a trail. */
  state: TrailState | null
}

/**
 * What the flow's template as it stands wants of every artifact record without a trail: evidence
 * belongs to trails, so that such records have none (wire.md 23.3).
 */
export function judgeLegacy(template: Template) {
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

/** What each of some templates makes of an artifact without a trail, in one query. */
export async function legacyStatesOf(
  org: OrgDatabase,
  templateIds: readonly string[],
): Promise<(templateId: string) => TrailState> {
  const templates = await templateDocuments(org, [...new Set(templateIds)])
  const states = new Map(
    Array.from(templates, ([id, template]) => [id, judgeLegacy(template).state] as const),
  )
  return (templateId) => states.get(templateId) ?? 'INCOMPLETE'
}

/** States of artifacts by their id, as if each filled its slot (wire.md 23.1.5), in one query. */
export async function artifactStatesOf(
  org: OrgDatabase,
  artifacts: readonly (KnownArtifact & { flow_template_id: string })[],
): Promise<Map<string, TrailState>> {
  const legacy = artifacts.filter((artifact) => artifact.trail_id === null)
  const legacyState = await legacyStatesOf(
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

function wordsOf({
  attestation_name: name,
  is_override,
  end_kind,
}: Awaited<ReturnType<typeof listArtifactEvidenceEvents>>[number]): string {
  if (end_kind) return `${name} override ${end_kind}`
  return is_override ? `${name} attestation overridden` : `${name} attestation reported`
}

/** Histories of artifacts by their id (wire.md 10), in two queries. */
export async function artifactHistoriesOf(
  org: OrgDatabase,
  artifacts: readonly KnownArtifact[],
): Promise<Map<string, Artifact['history']>> {
  const trailIds = [...new Set(artifacts.flatMap(({ trail_id }) => trail_id ?? []))]
  const fingerprints = artifacts.map((artifact) => artifact.fingerprint)
  const [events, runsOf] = await Promise.all([
    listArtifactEvidenceEvents(org, trailIds),
    runningHistoriesOf(org, fingerprints),
  ])
  const bySubject = new Map<string, typeof events>()
  for (const event of events) {
    addTo(bySubject, `${event.trail_id} ${event.fingerprint ?? `@${event.target_artifact}`}`, event)
  }
  return new Map(
    artifacts.map((artifact) => {
      const { id, trail_id, template_reference_name: name, created_at } = artifact
      const own = bySubject.get(`${trail_id} ${artifact.fingerprint}`) ?? []
      const inAdvance = bySubject.get(`${trail_id} @${name}`) ?? []
      const attested = [
        ...own,
        ...inAdvance.filter((event) => isSameCommit(event.git_commit, artifact.git_commit)),
      ].map((event) => ({ event: wordsOf(event), timestamp: event.recorded_at }))
      const first = { event: name ? `${name} reported` : 'Artifact created', timestamp: created_at }
      return [
        id,
        [first, ...attested, ...runsOf(artifact.fingerprint)].sort(
          (a, b) => a.timestamp - b.timestamp,
        ),
      ]
    }),
  )
}
