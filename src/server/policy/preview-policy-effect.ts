import canonicalize from 'canonicalize'
import { createHash } from 'node:crypto'
import type { BodyOf, ResponseOf } from '#contract/common/endpoint.ts'
import {
  maxEnvironments,
  maxFlips,
  maxEvaluated,
  type previewPolicyEffect as endpoint,
} from '#contract/policy/policy-effect.ts'
import { parsePolicy } from '#domain/policy/parse-policy.ts'
import type { DecidingRule } from '#domain/policy/policy-effect.ts'
import { writtenRules } from '#domain/policy/rule-results.ts'
import { environmentOfPath } from '#server/environment/load-environment.ts'
import type { AttachedVersion } from '#server/evaluation/provenance-queries.ts'
import { reportingRules } from '#server/organization/settings.ts'
import { fieldProblem } from '#server/platform/problem.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { logicalRefusal, requireInUse } from './attach-policies.ts'
import { listConsumers, listNewestVersions } from './queries.ts'
import { policyProblems } from './check-policy.ts'
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
  const reporting = await reportingRules(org, evaluated_at)
  const change: PolicyChangeDraft = { action, policies, snapshots, reporting }
  const effects: EnvironmentPolicyEffect[] = []
  let left = maxEvaluated
  for (const name of names) {
    const environment = await environmentOfPath(context, name)
    const limits = { maxArtifacts: left, isFirst: left === maxEvaluated }
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

type Rules = Answer['rules']

const keyOf = (rule: DecidingRule) => `${rule.policy_name} ${rule.policy_version} ${rule.position}`

/** Ranks the rules that decide flips, those of the most flips first, and finds their positions. */
function decidingRules(effects: readonly EnvironmentPolicyEffect[]): {
  rules: Rules
  positionsOf: (rules: readonly DecidingRule[]) => number[]
} {
  const versionByKey = new Map<string, AttachedVersion>()
  for (const { versions } of effects) {
    for (const one of versions) versionByKey.set(`${one.name} ${one.version}`, one)
  }
  const counts = new Map<string, { rule: DecidingRule; count: number }>()
  for (const rule of effects.flatMap(({ flips }) => flips.flatMap(({ rules }) => rules))) {
    const known = counts.get(keyOf(rule))
    counts.set(keyOf(rule), { rule, count: (known?.count ?? 0) + 1 })
  }
  const sorted = [...counts.values()].sort((a, b) => b.count - a.count)
  const positions = new Map(sorted.map(({ rule }, index) => [keyOf(rule), index]))
  return {
    rules: sorted.flatMap(({ rule: { policy_name, policy_version, position }, count }) => {
      const version = versionByKey.get(`${policy_name} ${policy_version}`)
      const written = version && writtenRules(version.document)[position]
      if (!written) return []
      const { type, text, line } = written
      return [{ policy_name, policy_version, type, text, line, flip_count: count }]
    }),
    positionsOf: (rules) => rules.flatMap((rule) => positions.get(keyOf(rule)) ?? []),
  }
}

const hashOf = (value: object) =>
  createHash('sha256')
    .update(canonicalize(value) ?? '')
    .digest('hex')

/**
 * Hashes of a preview for the audit entry of the change that follows, as SHA-256 of canonical JSON:
 * the question with its policy versions and snapshots, and the effect with all its flips.
 */
function effectHashes(
  preview: { question: object; evaluated_at: number; effects: readonly EnvironmentPolicyEffect[] },
  result: Pick<Answer, 'environments' | 'rules' | 'flips'>,
): Pick<Answer, 'input_hash' | 'result_hash'> {
  const { question, evaluated_at, effects } = preview
  const environments = effects.map(({ effect: { name, snapshots }, versions }) => ({
    name,
    snapshots,
    versions: versions.map((one) => ({ name: one.name, version: one.version })),
  }))
  return {
    input_hash: hashOf({ question, evaluated_at, environments }),
    result_hash: hashOf(result),
  }
}
