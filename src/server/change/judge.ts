import { createHash } from 'node:crypto'
import type { EnvironmentType } from '#contract/environment-type.ts'
import { evaluate } from '#domain/evaluate.ts'
import type { AskedPolicy } from '#domain/policy-facts.ts'
import { controlsOf } from '#domain/policy-document.ts'
import { runningKey } from '#domain/reported-artifacts.ts'
import type { ArtifactVerdict } from '#domain/verdict.ts'
import { allowedFingerprints } from '../allow-list/queries.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import { type AttachedVersion, listVersionsAttached } from '../policy/attachment-queries.ts'
import { newestOfMembers } from '../snapshot/member-queries.ts'
import { loadAsked, type Named } from './load-asked.ts'

/** What artifacts are judged by in an environment. */
export interface Rules {
  policies: readonly AttachedVersion[]
  allowed: ReadonlySet<string>
}

/** The rules of a logical environment: what all its members ask, and what all of them allow. */
async function rulesOfMembers(org: OrgDatabase, environmentId: string): Promise<Rules> {
  const members = await newestOfMembers(org, environmentId)
  const rules = await Promise.all(members.map(({ member_id }) => rulesOf(org, member_id)))
  const policies = new Map(rules.flatMap((one) => one.policies.map((it) => [it.name, it] as const)))
  const [first, ...others] = rules.map(({ allowed }) => allowed)
  const allowed = [...(first ?? [])].filter((one) => others.every((other) => other.has(one)))
  return {
    policies: [...policies.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
    allowed: new Set(allowed),
  }
}

/** The rules of an environment of any type, as they stand. */
export function rulesOfPlace(
  org: OrgDatabase,
  { id, type }: { id: string; type: EnvironmentType },
): Promise<Rules> {
  return type === 'logical' ? rulesOfMembers(org, id) : rulesOf(org, id)
}

/** The rules of a physical environment as they stand. */
export async function rulesOf(org: OrgDatabase, environmentId: string): Promise<Rules> {
  const [policies, allowed] = await Promise.all([
    listVersionsAttached(org, environmentId),
    allowedFingerprints(org, environmentId),
  ])
  return { policies, allowed }
}

/** Policies as they are asked. */
export const askedPolicies = (policies: Rules['policies']): AskedPolicy[] =>
  policies.map(({ name, version, document }) => ({
    policy_name: name,
    policy_version: version,
    policy: document,
  }))

/** Judges artifacts by rules, with everything that is known of them now: in one flow, or in all. */
export async function judge(
  org: OrgDatabase,
  { policies, allowed }: Rules,
  artifacts: readonly Named[],
  flowName: string | null = null,
): Promise<readonly ArtifactVerdict[]> {
  const controls = policies.flatMap(({ document }) => controlsOf(document))
  const asked = await loadAsked(org, artifacts, [...new Set(controls)], flowName)
  return evaluate({ policies: askedPolicies(policies), artifacts: asked, allowed }).artifacts
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** A verdict as it is stored. */
export interface Judgement extends Named {
  compliant: boolean
  reason: ArtifactVerdict['reason']
  failing_policy_ids: string[]
  places: ArtifactVerdict['places']
  hash: string
  tree_hash: string
  /** What the policies say, as JSON text. */
  tree: string
}

/** Judges what runs, for storage; none where no policy is attached. By `runningKey`. */
export async function judgeRunning(
  org: OrgDatabase,
  rules: Rules,
  running: readonly Named[],
): Promise<Map<string, Judgement>> {
  if (rules.policies.length === 0 || running.length === 0) return new Map()
  const idOf = new Map(rules.policies.map(({ name, id }) => [name, id]))
  const verdicts = await judge(org, rules, running)
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
  // Policies say one thing, the same object, of all artifacts that have the like evidence.
  const textOf = (policies: ArtifactVerdict['policies']) => {
    const said = policies.map(parts)
    return {
      text: `[${said.map(({ text }) => text).join()}]`,
      hash: hashOf(said.map(({ hash }) => hash).join()),
    }
  }
  return new Map(
    verdicts.map((verdict) => {
      const { name, fingerprint, compliant, reason, places, policies } = verdict
      const tree = textOf(policies)
      const failing = policies.filter(({ status }) => status === 'NON-COMPLIANT')
      const judgement = {
        name,
        fingerprint,
        compliant: compliant === true,
        reason,
        failing_policy_ids: failing.flatMap(({ policy_name }) => idOf.get(policy_name) ?? []),
        places,
        hash: hashOf(`${reason} ${tree.hash} ${JSON.stringify(places)}`),
        tree_hash: tree.hash,
        tree: tree.text,
      }
      return [runningKey(verdict), judgement]
    }),
  )
}
