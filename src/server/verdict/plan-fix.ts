import type { FixPlan } from '#contract/verdict/fix-plan.ts'
import type { CandidateFlow, FixableArtifact } from '#domain/fix-plan/fix-facts.ts'
import { planFix } from '#domain/fix-plan/plan-fix.ts'
import { controlsOf } from '#domain/policy/parse-policy.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { namedPolicies, type EnvironmentRules } from '#server/evaluation/evaluate-artifacts.ts'
import { loadPolicyInput, type NamedArtifact } from '#server/evaluation/policy-input.ts'
import { listHoldings } from '#server/evaluation/provenance-queries.ts'
import { loadReported } from '#server/evaluation/evaluate-trail.ts'
import { templateDocuments, templatesOfTrails } from '#server/evaluation/trail-queries.ts'
import { listCandidates } from './queries.ts'

/** Flows tried for an artifact that no trail holds: the most recently active ones. */
const maxCandidates = 10
const lettersOfTrail = 7

/** Plans what would make an artifact comply with the rules of an environment. */
export async function planFixOf(
  org: OrgDatabase,
  { policies }: EnvironmentRules,
  named: NamedArtifact,
): Promise<FixPlan> {
  const artifact = await fixableArtifact(
    org,
    named,
    policies.flatMap(({ document }) => controlsOf(document)),
  )
  const isHeld = artifact.flows.some(({ trail }) => trail !== null)
  const candidates = isHeld ? [] : await candidatesFor(org, named)
  return planFix(namedPolicies(policies), artifact, candidates)
}

/** Loads an artifact with all trails that hold it. */
async function fixableArtifact(
  org: OrgDatabase,
  named: NamedArtifact,
  controls: readonly string[],
): Promise<FixableArtifact> {
  const [input] = await loadPolicyInput(org, [named], controls)
  const holdings = named.fingerprint ? await listHoldings(org, [named.fingerprint]) : []
  const trailIds = holdings.flatMap(({ trail_id }) => trail_id ?? [])
  const [reported, templates] = await Promise.all([
    loadReported(org, trailIds),
    templatesOfTrails(org, trailIds),
  ])
  const documents = await templateDocuments(org, [...new Set(templates.values())])
  const flows = (input?.flows ?? []).map((flow) => {
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

/** Finds the flows in which an artifact could be reported, each with a trail of its own. */
async function candidatesFor(
  org: OrgDatabase,
  { fingerprint }: NamedArtifact,
): Promise<CandidateFlow[]> {
  if (!fingerprint) return []
  const trail_name = `report-${fingerprint.slice(0, lettersOfTrail)}`
  const flows = await listCandidates(org, maxCandidates)
  return flows.map(({ name, tags, document }) => ({
    flow_name: name,
    tags,
    trail_name,
    template: document,
  }))
}
