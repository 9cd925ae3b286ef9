import { createHash } from 'node:crypto'
import type { EnvironmentType } from '#contract/environment/environment-type.ts'
import { controlsOf } from '#domain/policy/parse-policy.ts'
import type { NamedPolicy } from '#domain/policy/policy-input.ts'
import { runningKey } from '#domain/snapshot/reported-artifacts.ts'
import { type StoredQualifiers, storedQualifiersOf } from '#domain/verdict/stored-qualifiers.ts'
import type { ArtifactVerdict } from '#domain/verdict/verdict.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { newestOfMembers } from '#server/snapshot/member-queries.ts'
import { evaluateInSlices, runInSlices } from './evaluate-in-slices.ts'
import { loadPolicyInput, type NamedArtifact } from './policy-input.ts'
import {
  allowedFingerprints,
  type AttachedVersion,
  listVersionsAttached,
} from './provenance-queries.ts'

/** Policies and allow-list by which artifacts of an environment are evaluated. */
export interface EnvironmentRules {
  policies: readonly AttachedVersion[]
  allowed: ReadonlySet<string>
  /** Of a logical environment: the rules of those that it includes. */
  members?: readonly EnvironmentRules[]
}

/** Rules of a logical environment: the policies of all members, each with its own allow-list. */
async function rulesOfMembers(org: OrgDatabase, environmentId: string): Promise<EnvironmentRules> {
  const members = await newestOfMembers(org, environmentId)
  const rules = await Promise.all(members.map(({ member_id }) => rulesOf(org, member_id)))
  const policies = new Map(rules.flatMap((one) => one.policies.map((it) => [it.name, it] as const)))
  return {
    policies: [...policies.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
    allowed: new Set(),
    members: rules,
  }
}

/** Returns whether every member that attaches a policy on which an artifact fails allows it. */
function isAllowedWhereItFails(verdict: ArtifactVerdict, members: readonly EnvironmentRules[]) {
  const failing = new Set(
    verdict.policies.flatMap((one) => (one.status === 'NON-COMPLIANT' ? one.policy_name : [])),
  )
  return members.every(
    ({ policies, allowed }) =>
      allowed.has(verdict.fingerprint) || !policies.some(({ name }) => failing.has(name)),
  )
}

/** Loads the current rules of an environment of any type. */
export function rulesOfAnyEnvironment(
  org: OrgDatabase,
  { id, type }: { id: string; type: EnvironmentType },
): Promise<EnvironmentRules> {
  return type === 'logical' ? rulesOfMembers(org, id) : rulesOf(org, id)
}

/** Loads the current rules of a physical environment. */
export async function rulesOf(org: OrgDatabase, environmentId: string): Promise<EnvironmentRules> {
  const [policies, allowed] = await Promise.all([
    listVersionsAttached(org, [environmentId]),
    allowedFingerprints(org, environmentId),
  ])
  return { policies, allowed }
}

/** Policies in the shape that the evaluation takes. */
export const namedPolicies = (policies: EnvironmentRules['policies']): NamedPolicy[] =>
  policies.map(({ name, version, document }) => ({
    policy_name: name,
    policy_version: version,
    policy: document,
  }))

/** Evaluates artifacts by rules and everything known of them now, in one flow or in all. */
export async function evaluateArtifacts(
  org: OrgDatabase,
  { policies, allowed, members }: EnvironmentRules,
  artifacts: readonly NamedArtifact[],
  flowName: string | null = null,
): Promise<readonly ArtifactVerdict[]> {
  const controls = policies.flatMap(({ document }) => controlsOf(document))
  const input = await loadPolicyInput(org, artifacts, [...new Set(controls)], flowName)
  const facts = { policies: namedPolicies(policies), artifacts: input, allowed }
  const { artifacts: verdicts } = await evaluateInSlices(org.orgId, facts)
  if (!members) return verdicts
  return verdicts.map((verdict) =>
    verdict.reason === 'policies_failed' && isAllowedWhereItFails(verdict, members)
      ? { ...verdict, compliant: true, reason: 'allowed' }
      : verdict,
  )
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** A verdict as stored. */
export interface StoredVerdict extends NamedArtifact {
  compliant: boolean
  reason: ArtifactVerdict['reason']
  failing_policy_ids: string[]
  places: ArtifactVerdict['places']
  /** Its qualifiers. */
  carriers: StoredQualifiers
  hash: string
  tree_hash: string
  /** Results of the policies as JSON text. */
  tree: string
}

/** Evaluates running artifacts for storage; empty without policies. Keyed by `runningKey`. */
export async function evaluateRunning(
  org: OrgDatabase,
  rules: EnvironmentRules,
  running: readonly NamedArtifact[],
): Promise<Map<string, StoredVerdict>> {
  if (rules.policies.length === 0 || running.length === 0) return new Map()
  const verdicts = await evaluateArtifacts(org, rules, running)
  return runInSlices(org.orgId, toStored(verdicts, rules))
}

/** Makes verdicts as they are stored, one a step. */
function* toStored(verdicts: readonly ArtifactVerdict[], { policies: attached }: EnvironmentRules) {
  const idOf = new Map(attached.map(({ name, id }) => [name, id]))
  const texts = new Map<object, { text: string; hash: string }>()
  const parts = (policy: object) => {
    let part = texts.get(policy)
    if (!part) {
      const text = JSON.stringify(policy)
      part = { text, hash: hashOf(text) }
      texts.set(policy, part)
    }
    return part
  }
  // Artifacts with equal evidence share the same result object of a policy, and many the same tree.
  const trees = new Map<string, { tree: string; tree_hash: string }>()
  const treeOf = (policies: ArtifactVerdict['policies']) => {
    const results = policies.map(parts)
    const hashes = results.map(({ hash }) => hash).join()
    let made = trees.get(hashes)
    if (!made) {
      made = { tree: `[${results.map(({ text }) => text).join()}]`, tree_hash: hashOf(hashes) }
      trees.set(hashes, made)
    }
    return made
  }
  const stored = new Map<string, StoredVerdict>()
  for (const verdict of verdicts) {
    const { name, fingerprint, compliant, reason, places, policies } = verdict
    const tree = treeOf(policies)
    const failing = policies.filter(({ status }) => status === 'NON-COMPLIANT')
    stored.set(runningKey(verdict), {
      name,
      fingerprint,
      compliant: compliant === true,
      reason,
      failing_policy_ids: failing.flatMap(({ policy_name }) => idOf.get(policy_name) ?? []),
      places,
      carriers: storedQualifiersOf(verdict),
      hash: hashOf(`${reason} ${tree.tree_hash} ${JSON.stringify(places)}`),
      ...tree,
    })
    yield
  }
  return stored
}
