import type { ArtifactSlot } from '#contract/artifact.ts'
import type { AttestationStatus } from '#contract/trail-state.ts'
import { judgeArtifacts } from '#domain/judge-artifacts.ts'
import { listReportersOf } from '../attestation/queries.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import { templateDocuments } from '../template/queries.ts'
import { trailOfId } from '../trail/queries.ts'
import { type artifactStatesOf, judgeLegacy } from './artifact-state.ts'
import { loadTrailFacts } from './trail-facts.ts'

type Judged = Parameters<typeof artifactStatesOf>[1][number]

/** Every slot that decides the state of one artifact: its own ones, then those of its trail. */
export async function artifactSlotsOf(
  org: OrgDatabase,
  artifact: Judged,
  at: number,
): Promise<ArtifactSlot[]> {
  const { own, ofTrail } = await entriesOfArtifact(org, artifact, at)
  const entries = [...own, ...ofTrail]
  const ids = entries.flatMap(({ attestation_id }) => attestation_id ?? [])
  const reports = new Map((await listReportersOf(org, ids)).map((row) => [row.id, row]))
  const slotOf = (scope: ArtifactSlot['scope']) => (entry: AttestationStatus) => {
    const report = entry.attestation_id === null ? undefined : reports.get(entry.attestation_id)
    return {
      ...entry,
      scope,
      created_at: report?.created_at ?? null,
      reported_by: report?.reported_by ?? null,
    }
  }
  return [...own.map(slotOf('artifact')), ...ofTrail.map(slotOf('trail'))]
}

/** What counts for the state of one artifact, with or without a trail. */
export async function entriesOfArtifact(org: OrgDatabase, artifact: Judged, at: number) {
  if (artifact.trail_id === null) {
    const templates = await templateDocuments(org, [artifact.flow_template_id])
    const template = templates.get(artifact.flow_template_id)
    return {
      own: template ? judgeLegacy(template).slots : [],
      ofTrail: [],
    }
  }
  const { facts } = await loadTrailFacts(org, await trailOfId(org, artifact.trail_id), at)
  return judgeArtifacts(facts).get(artifact.id) ?? { own: [], ofTrail: [] }
}
