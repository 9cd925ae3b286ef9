import type { Assertion, assertArtifact as endpoint } from '#contract/assert.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { policyDecisions } from '#domain/policy-decisions.ts'
import { listProvenance, type ProvenanceRow } from '../artifact/provenance-queries.ts'
import type { OrgContext } from '../handler.ts'
import { listNewestVersions } from '../policy/attachment-queries.ts'
import { notFound, Problem, refusedField } from '../problem.ts'
import { namesRunning } from '../snapshot/running-queries.ts'
import { entriesOfArtifact } from './artifact-detail.ts'
import { artifactStatesOf } from './artifact-state.ts'
import { environmentOfPath } from './environment-path.ts'
import { type Rules, judge, rulesOfPlace } from './judge.ts'
import { flowOfPath } from './path.ts'
import { requirePolicy } from './policy-record.ts'

type Asked = QueryOf<typeof endpoint>
type Scoped = Pick<Assertion, 'compliant' | 'scope' | 'environment' | 'policy_evaluations'>

const wholeFingerprint = /^[a-f0-9]{64}$/

/**
 * Says whether an artifact complies (wire.md 10, 23.3).
 * @throws Problem 404 for what is unknown, 400 when an environment and policies are asked together
 */
export async function assertArtifact(
  context: OrgContext,
  fingerprint: string,
  asked: Asked,
): Promise<Assertion> {
  const { org, orgName, links } = context
  if (!wholeFingerprint.test(fingerprint)) {
    const reason = `String should match pattern '${wholeFingerprint.source}'`
    throw refusedField('fingerprint', reason, fingerprint)
  }
  if (asked.environment_name && asked.policy_name?.length) {
    throw new Problem(400, 'Give either environment_name or policy_name, not both')
  }
  const records = await recordsOf(context, fingerprint, asked.flow_name || null)
  const states = await artifactStatesOf(org, records)
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
        attestations_statuses: [...own, ...ofTrail],
      },
    })
  }
  const [first] = records as [ProvenanceRow]
  const compliance_status = flows[0]!.compliance_status
  return {
    ...(await assertIn(context, first, asked, flows)),
    flows,
    compliance_status,
    html_url: links.artifact(orgName, first.flow_name, fingerprint, first.id),
  }
}

/** The artifact in each flow that holds it, or in the one that is asked. @throws Problem 404 */
async function recordsOf(context: OrgContext, fingerprint: string, flowName: string | null) {
  const { org, orgName } = context
  const flow = flowName === null ? null : await flowOfPath(context, flowName)
  const known = await listProvenance(org, [fingerprint])
  const records = known
    .filter((record) => flow === null || record.flow_id === flow.id)
    .sort((a, b) => a.first_reported_at - b.first_reported_at)
  if (records.length > 0) return records
  throw notFound(
    flow
      ? `Artifact with fingerprint '${fingerprint}' does not exist in flow '${flow.name}' belonging to organization '${orgName}'`
      : `Artifact with fingerprint '${fingerprint}' does not exist in organization '${orgName}'`,
  )
}

/** What counts in the scope that is asked. */
async function assertIn(
  context: OrgContext,
  artifact: ProvenanceRow,
  asked: Asked,
  flows: Assertion['flows'],
): Promise<Scoped> {
  const { org } = context
  const flowName = asked.flow_name || null
  const evaluate = async (rules: Rules, name: string) => {
    const named = { name, fingerprint: artifact.fingerprint }
    const [verdict] = await judge(org, rules, [named], flowName)
    return {
      compliant: verdict?.compliant ?? true,
      policy_evaluations: verdict ? policyDecisions(verdict) : [],
    }
  }
  if (asked.environment_name) {
    const environment = await environmentOfPath(context, asked.environment_name)
    const rules = await rulesOfPlace(org, environment)
    const { fingerprint } = artifact
    const names = await namesRunning(org, environment.id, [fingerprint])
    const verdict = await evaluate(rules, names.get(fingerprint) ?? artifact.filename)
    return { scope: 'environment', environment: environment.name, ...verdict }
  }
  if (asked.policy_name?.length) {
    const policies = await policiesAsked(context, asked.policy_name)
    const verdict = await evaluate({ policies, allowed: new Set() }, artifact.filename)
    return { scope: 'policy', ...verdict }
  }
  const compliant = flows.every((flow) => flow.compliance_status.is_compliant)
  return { scope: 'flow', compliant }
}

/** The newest versions of policies, in the order they are asked. @throws Problem 404 */
async function policiesAsked(context: OrgContext, names: readonly string[]) {
  const wanted = [...new Set(names)]
  const found = await listNewestVersions(context.org, wanted)
  return wanted.map((name) => {
    const policy = found.find((one) => one.name === name)
    requirePolicy(context, name, policy)
    return policy
  })
}
