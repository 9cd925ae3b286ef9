import type { FixPlan } from '#contract/fix.ts'
import { planFix } from '#domain/fix.ts'
import type { CandidateFlow, MendableArtifact } from '#domain/fix-facts.ts'
import { controlsOf } from '#domain/policy-document.ts'
import { listHoldings } from '../artifact/provenance-queries.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import { listCandidates } from '../flow/candidate-queries.ts'
import { templateDocuments } from '../template/queries.ts'
import { templatesOfTrails } from '../trail/facts-queries.ts'
import { askedPolicies, type Rules } from './judge.ts'
import { loadAsked, type Named } from './load-asked.ts'
import { loadReported } from './trail-facts.ts'

/** Flows that are tried for an artifact that no trail holds: those that were active last. */
const mostCandidates = 10
const lettersOfTrail = 7

/** What would make an artifact comply with the rules of an environment (product.md L1). */
export async function planFixOf(
  org: OrgDatabase,
  { policies }: Rules,
  named: Named,
): Promise<FixPlan> {
  const artifact = await mendable(
    org,
    named,
    policies.flatMap(({ document }) => controlsOf(document)),
  )
  const isHeld = artifact.flows.some(({ trail }) => trail !== null)
  const candidates = isHeld ? [] : await candidatesFor(org, named)
  return planFix(askedPolicies(policies), artifact, candidates)
}

/** An artifact with all of the trails that hold it. */
async function mendable(
  org: OrgDatabase,
  named: Named,
  controls: readonly string[],
): Promise<MendableArtifact> {
  const [asked] = await loadAsked(org, [named], controls)
  const holdings = named.fingerprint ? await listHoldings(org, [named.fingerprint]) : []
  const trailIds = holdings.flatMap(({ trail_id }) => trail_id ?? [])
  const [reported, templates] = await Promise.all([
    loadReported(org, trailIds),
    templatesOfTrails(org, trailIds),
  ])
  const documents = await templateDocuments(org, [...new Set(templates.values())])
  const flows = (asked?.flows ?? []).map((flow) => {
    const holding = holdings.find(
      (one) => one.flow_name === flow.flow_name && one.trail_name === flow.trail_name,
    )
    const trailId = holding?.trail_id ?? null
    const template = documents.get(templates.get(trailId ?? '') ?? '')
    if (!holding || trailId === null || !template) return { ...flow, trail: null }
    return { ...flow, trail: { template, ...reported(trailId), artifact_id: holding.id } }
  })
  return { ...named, flows }
}

/** The flows in which an artifact could be reported, each with a trail of its own. */
async function candidatesFor(org: OrgDatabase, { fingerprint }: Named): Promise<CandidateFlow[]> {
  if (!fingerprint) return []
  const trail_name = `report-${fingerprint.slice(0, lettersOfTrail)}`
  const flows = await listCandidates(org, mostCandidates)
  return flows.map(({ name, tags, document }) => ({
    flow_name: name,
    tags,
    trail_name,
    template: document,
  }))
}
