import type { QueryOf } from '#contract/common/endpoint.ts'
import type { Assertion, assertArtifact as endpoint } from '#contract/verdict/assertion.ts'
import type { TrailState } from '#contract/verdict/compliance-status.ts'
import { policyEvaluations } from '#domain/policy/policy-evaluations.ts'
import {
  type StoredQualifiers,
  storedQualifiersOf,
  noStoredQualifiers,
} from '#domain/verdict/stored-qualifiers.ts'
import {
  byOverrides,
  noTotals,
  qualifiersOfArtifact,
  totalOfMembers,
} from '#domain/verdict/qualifiers.ts'
import { entriesOfArtifact } from '#server/artifact/read-artifacts.ts'
import { environmentOfPath } from '#server/environment/load-environment.ts'
import { artifactStatesOf } from '#server/evaluation/artifact-state.ts'
import {
  type EnvironmentRules,
  evaluateArtifacts,
  rulesOfAnyEnvironment,
} from '#server/evaluation/evaluate-artifacts.ts'
import { listProvenance, type ProvenanceRow } from '#server/evaluation/provenance-queries.ts'
import { requireWholeFingerprint } from '#server/artifact/find-artifact.ts'
import { flowOfPath } from '#server/flow/load-flow.ts'
import { evidenceLimits } from '#server/organization/settings.ts'
import { notFound, Problem } from '#server/platform/problem.ts'
import { listNewestVersions } from '#server/policy/queries.ts'
import { requirePolicy } from '#server/policy/load-policy.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { namesRunning } from '#server/snapshot/running-queries.ts'
import { type QualifiersOfArtifact, readQualifiersOfArtifacts } from './read-expired.ts'

type Query = QueryOf<typeof endpoint>
type Scoped = Omit<Assertion, 'flows' | 'compliance_status' | 'html_url'>

/**
 * Returns whether an artifact complies.
 * @throws Problem 404 for what is unknown, 400 when an environment and policies are given together
 */
export async function assertArtifact(
  context: OrgContext,
  fingerprint: string,
  query: Query,
): Promise<Assertion> {
  const { org, orgName, links } = context
  requireWholeFingerprint(fingerprint)
  if (query.environment_name && query.policy_name?.length) {
    throw new Problem(400, 'Give either environment_name or policy_name, not both')
  }
  const records = await recordsOf(context, fingerprint, query.flow_name || null)
  const [states, qualifiersOf] = await Promise.all([
    artifactStatesOf(org, records),
    readQualifiersOfArtifacts(context, records),
  ])
  const flows: Assertion['flows'] = []
  for (const record of records) {
    const { own, ofTrail } = await entriesOfArtifact(org, record, context.clock())
    const status = states.get(record.id) ?? 'INCOMPLETE'
    flows.push({
      flow: record.flow_name,
      ...(record.trail_name !== null && { trail: record.trail_name }),
      compliance_status: {
        status,
        is_compliant: status === 'COMPLIANT',
        qualifiers: qualifiersOf(record, status),
        attestations_statuses: [...own, ...ofTrail],
      },
    })
  }
  const [first] = records
  const compliance_status = flows[0]!.compliance_status
  return {
    ...(await assertIn(context, records, query, { states, qualifiersOf })),
    flows,
    compliance_status,
    html_url: links.artifact(orgName, first.flow_name, fingerprint, first.id),
  }
}

/** Finds the artifact in each flow that holds it, or in the given one. @throws Problem 404 */
async function recordsOf(context: OrgContext, fingerprint: string, flowName: string | null) {
  const { org, orgName } = context
  const flow = flowName === null ? null : await flowOfPath(context, flowName)
  const known = await listProvenance(org, [fingerprint])
  const records = known
    .filter((record) => flow === null || record.flow_id === flow.id)
    .sort((a, b) => a.first_reported_at - b.first_reported_at)
  const [first, ...others] = records
  if (first) return [first, ...others] as const
  throw notFound(
    flow
      ? `Artifact with fingerprint '${fingerprint}' does not exist in flow '${flow.name}' belonging to organization '${orgName}'`
      : `Artifact with fingerprint '${fingerprint}' does not exist in organization '${orgName}'`,
  )
}

const notAsked: StoredQualifiers = { ...noStoredQualifiers, is_not_asked: true }

/** Evaluates the artifact in the given scope. */
async function assertIn(
  context: OrgContext,
  records: readonly [ProvenanceRow, ...ProvenanceRow[]],
  query: Query,
  inFlows: StatesInFlows,
): Promise<Scoped> {
  const { org } = context
  const [artifact] = records
  const limits = await evidenceLimits(org, context.clock())
  const flowName = query.flow_name || null
  const evaluate = async (rules: EnvironmentRules, name: string) => {
    const named = { name, fingerprint: artifact.fingerprint }
    const [verdict] = await evaluateArtifacts(org, rules, [named], flowName)
    return {
      compliant: verdict?.compliant ?? true,
      qualifiers: qualifiersOfArtifact(
        verdict && verdict.compliant !== null ? storedQualifiersOf(verdict) : notAsked,
        limits,
      ),
      policy_evaluations: verdict ? policyEvaluations(verdict) : [],
    }
  }
  if (query.environment_name) {
    const environment = await environmentOfPath(context, query.environment_name)
    const rules = await rulesOfAnyEnvironment(org, environment)
    const { fingerprint } = artifact
    const names = await namesRunning(org, environment.id, [fingerprint])
    const verdict = await evaluate(rules, names.get(fingerprint) ?? artifact.filename)
    return { scope: 'environment', environment: environment.name, ...verdict }
  }
  if (query.policy_name?.length) {
    const policies = await findPolicies(context, query.policy_name)
    const verdict = await evaluate({ policies, allowed: new Set() }, artifact.filename)
    return { scope: 'policy', ...verdict }
  }
  return { scope: 'flow', ...assertInFlows(records, inFlows) }
}

/** States of artifact records in their flows, by id, and what carries them. */
interface StatesInFlows {
  states: ReadonlyMap<string, TrailState>
  qualifiersOf: QualifiersOfArtifact
}

/** Whether the artifact complies in each flow that holds it, and what carries that. */
function assertInFlows(
  records: readonly ProvenanceRow[],
  { states, qualifiersOf }: StatesInFlows,
): Pick<Assertion, 'compliant' | 'qualifiers'> {
  const members = records.map((record) => {
    const status = states.get(record.id) ?? 'INCOMPLETE'
    const { expired, not_asked } = qualifiersOf(record, status)
    return {
      state: status === 'INCOMPLETE' ? null : status === 'COMPLIANT',
      carriers: { ...noTotals, override_ids: record.override_ids ?? [], not_asked },
      expired,
    }
  })
  const compliant = members.every(({ state }) => state === true)
  const carrying = members.filter(({ state }) => (state === true) === compliant)
  const expired = [...new Set(carrying.flatMap((one) => one.expired))].sort()
  const { override_ids, not_asked } = totalOfMembers(members)
  const carried = byOverrides(override_ids.length, expired)
  if (not_asked === 0) return { compliant, qualifiers: carried }
  // Nothing is evaluated where no flow expects anything.
  const judged = not_asked === members.length ? 0 : members.length
  return { compliant, qualifiers: { ...carried, judged, not_asked } }
}

/** Finds the newest versions of policies, in the given order. @throws Problem 404 */
async function findPolicies(context: OrgContext, names: readonly string[]) {
  const wanted = [...new Set(names)]
  const found = await listNewestVersions(context.org, wanted)
  return wanted.map((name) => {
    const policy = found.find((one) => one.name === name)
    requirePolicy(context, name, policy)
    return policy
  })
}
