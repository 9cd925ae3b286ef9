import type { BodyOf, ResponseOf } from '#contract/common/endpoint.ts'
import {
  maxEnvironments,
  maxFlips,
  maxEvaluated,
  type previewPolicyEffect as endpoint,
} from '#contract/policy/policy-effect.ts'
import { parsePolicy } from '#domain/policy/parse-policy.ts'
import { environmentOfPath } from '#server/environment/load-environment.ts'
import { fieldProblem } from '#server/platform/problem.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { logicalRefusal, requireInUse } from './attach-policies.ts'
import { listConsumers, listNewestVersions } from './attachment-queries.ts'
import { policyProblems } from './check-policy.ts'
import { decidingRules } from './deciding-rules.ts'
import { effectHashes } from './effect-hashes.ts'
import {
  type EnvironmentPolicyEffect,
  evaluatePolicyChange,
  type PolicyChangeDraft,
  notEvaluated,
} from './evaluate-policy-change.ts'
import { requirePolicy } from './load-policy.ts'

type Body = BodyOf<typeof endpoint>
type Answer = ResponseOf<typeof endpoint>
type Policies = Awaited<ReturnType<typeof listNewestVersions>>

/**
 * Previews what a change of policies would flip: of running artifacts, and of the newest snapshots,
 * by everything known now.
 * @throws Problem 404 for what is unknown, 400 for a change that could not be made
 */
export async function previewPolicyEffect(context: OrgContext, body: Body): Promise<Answer> {
  const { org } = context
  const evaluated_at = context.clock()
  const { policies, problems } = await previewedPolicies(context, body)
  if (problems.length > 0) return { ...nothing, evaluated_at, problems }
  const { names, hasMore } = await previewedEnvironments(context, body, policies)
  const { action, snapshots } = body
  const change: PolicyChangeDraft = { action, policies, snapshots, at: evaluated_at }
  const effects: EnvironmentPolicyEffect[] = []
  let left = maxEvaluated
  for (const name of names) {
    const environment = await environmentOfPath(context, name)
    const limits = { most: left, isFirst: left === maxEvaluated }
    const one =
      environment.type === 'logical'
        ? notEvaluated(name, logicalRefusal(name))
        : await evaluatePolicyChange(org, environment, change, limits)
    left = Math.max(0, left - one.evaluatedCount)
    effects.push(one)
  }
  const { rules, positionsOf } = decidingRules(effects)
  const flips = effects
    .flatMap(({ effect, flips: own }) =>
      own.map(({ isRunning, rules: deciding, ...flip }) => ({
        environment_name: effect.name,
        ...flip,
        is_running: isRunning,
        rules: positionsOf(deciding),
      })),
    )
    .sort((a, b) => rank(a) - rank(b))
  const environments = effects.map(({ effect }) => effect)
  return {
    evaluated_at,
    problems: [],
    environments,
    has_more_environments: hasMore,
    rules,
    flips: flips.slice(0, maxFlips),
    has_more: flips.length > maxFlips,
    ...effectHashes({ question: body, evaluated_at, effects }, { environments, rules, flips }),
  }
}

const nothing = {
  environments: [],
  has_more_environments: false,
  rules: [],
  flips: [],
  has_more: false,
  input_hash: null,
  result_hash: null,
}

/**
 * Sorts running artifacts first, and of them those that would fail, then those that would be
 * unknown.
 */
const rank = ({ is_running, to }: { is_running: boolean; to: boolean | null }) =>
  (is_running ? 0 : 3) + (to === false ? 0 : to === null ? 1 : 2)

/** Returns the policies after the change, with the draft in place; or the problems of the draft. */
async function previewedPolicies(
  context: OrgContext,
  { action, policy_names, policy_yaml }: Body,
): Promise<{ policies: Policies; problems: Answer['problems'] }> {
  const names = [...new Set(policy_names)]
  const [first = ''] = names
  const draft = policy_yaml ?? null
  if (action === 'save' && draft === null) throw fieldProblem('policy_yaml', 'Field required')
  if (action === 'detach' && draft !== null) {
    throw fieldProblem('policy_yaml', 'A draft is saved or attached, not detached')
  }
  if (draft !== null && policy_names.length > 1) {
    throw fieldProblem('policy_names', 'A draft is of one policy')
  }
  const saved = await listNewestVersions(context.org, names)
  if (draft === null || action === 'save') {
    for (const name of names) {
      const policy = saved.find((one) => one.name === name)
      requirePolicy(context, name, policy)
    }
  }
  if (action === 'attach') requireInUse(saved)
  if (draft === null) return { policies: saved, problems: [] }
  const read = parsePolicy(draft)
  if ('problems' in read) return { policies: [], problems: read.problems }
  const problems = await policyProblems(context, read.policy)
  const [base = { id: '', name: first, description: '', version: 0, archived_at: null }] = saved
  const policy = { ...base, version: base.version + 1, document: read.policy }
  return { policies: [policy], problems }
}

/** Names of the given environments; without any, those with the policies. */
async function previewedEnvironments(
  { org }: OrgContext,
  { action, environments }: Body,
  policies: Policies,
): Promise<{ names: string[]; hasMore: boolean }> {
  const named = [...new Set(environments)]
  if (named.length > 0) return { names: named, hasMore: false }
  if (action === 'attach') throw fieldProblem('environments', 'Field required')
  const consumers = await listConsumers(
    org,
    policies.map(({ id }) => id),
  )
  const names = [...new Set(consumers.map(({ name }) => name))]
  return {
    names: names.slice(0, maxEnvironments),
    hasMore: names.length > maxEnvironments,
  }
}
