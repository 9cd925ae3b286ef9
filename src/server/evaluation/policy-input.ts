import type { TrailState } from '#contract/verdict/compliance-status.ts'
import type { PolicyInput, ArtifactOrigin } from '#domain/policy/policy-input.ts'
import { addTo, isSameCommit } from '#domain/trail/artifact-evidence.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { artifactStatesOf } from './artifact-state.ts'
import { runInSlices } from './evaluate-in-slices.ts'
import {
  type HoldingRow,
  type InEffectRow,
  listHoldings,
  listInEffect,
} from './provenance-queries.ts'

/** An artifact that runs, or is asserted as if it ran. */
export interface NamedArtifact {
  name: string
  fingerprint: string
}

const subjectOf = ({ trail_id, fingerprint, target }: InEffectRow) =>
  `${trail_id} ${fingerprint ?? (target === null ? '' : `@${target}`)}`

/** Groups evidence by its subject: a trail, an artifact on it, or a template name in advance. */
function evidenceOf(rows: readonly InEffectRow[]) {
  const bySubject = new Map<string, InEffectRow[]>()
  for (const row of rows) addTo(bySubject, subjectOf(row), row)
  const on = (trailId: string, subject: string) => bySubject.get(`${trailId} ${subject}`) ?? []

  return (holding: HoldingRow): ArtifactOrigin['evidence'] => {
    if (holding.trail_id === null) return []
    const names = holding.template_names.map((name) => on(holding.trail_id ?? '', `@${name}`))
    const inAdvance = names.flat().filter((row) => isSameCommit(row.commit_sha, holding.git_commit))
    const own = [...on(holding.trail_id, holding.fingerprint), ...inAdvance]
    return [
      ...own.map((row) => found(row, 'artifact')),
      ...on(holding.trail_id, '').map((row) => found(row, 'trail')),
    ]
  }
}

const found = (row: InEffectRow, scope: 'artifact' | 'trail') => ({
  attestation_id: row.id,
  attestation_name: row.name,
  attestation_type: row.type,
  control: row.control,
  is_compliant: row.is_compliant,
  ...(row.is_override && { is_override: true as const }),
  recorded_at: row.created_at,
  scope,
})

/**
 * Loads everything that policies look at of some artifacts: the flows and trails that hold them,
 * and the evidence in effect there, in a fixed number of queries. Archived flows count: their
 * evidence stays valid.
 * @param flowName the only flow to look at
 */
export async function loadPolicyInput(
  org: OrgDatabase,
  artifacts: readonly NamedArtifact[],
  controls: readonly string[],
  flowName: string | null = null,
): Promise<PolicyInput[]> {
  const fingerprints = [...new Set(artifacts.map((one) => one.fingerprint))].filter(Boolean)
  const all = fingerprints.length > 0 ? await listHoldings(org, fingerprints) : []
  const holdings = all.filter((one) => flowName === null || one.flow_name === flowName)
  const trailIds = [...new Set(holdings.flatMap(({ trail_id }) => trail_id ?? []))]
  const [rows, states] = await Promise.all([
    listInEffect(org, trailIds, controls),
    artifactStatesOf(org, holdings),
  ])
  const flowsOf = await runInSlices(org.orgId, originsOf(holdings, evidenceOf(rows), states))
  return artifacts.map(({ name, fingerprint }) => ({
    name,
    fingerprint,
    flows: flowsOf.get(fingerprint) ?? [],
  }))
}

/** Where artifacts come from, by fingerprint; one a step. */
function* originsOf(
  holdings: readonly HoldingRow[],
  evidence: ReturnType<typeof evidenceOf>,
  states: ReadonlyMap<string, TrailState>,
) {
  const origins = new Map<string, ArtifactOrigin[]>()
  for (const holding of holdings) {
    addTo(origins, holding.fingerprint, {
      flow_name: holding.flow_name,
      tags: holding.tags,
      trail_name: holding.trail_name,
      state: states.get(holding.id) ?? 'INCOMPLETE',
      override_ids: holding.override_ids ?? [],
      evidence: evidence(holding),
    })
    yield
  }
  return origins
}
