import { createHash } from 'node:crypto'
import { evaluate } from '#domain/evaluate.ts'
import { controlsOf } from '#domain/policy-document.ts'
import { runningKey } from '#domain/reported-artifacts.ts'
import type { ArtifactVerdict } from '#domain/verdict.ts'
import { allowedFingerprints } from '../allow-list/queries.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import { type AttachedVersion, listVersionsAttached } from '../policy/attachment-queries.ts'
import { loadAsked, type Named } from './load-asked.ts'

/** What artifacts are judged by in an environment. */
export interface Rules {
  policies: readonly AttachedVersion[]
  allowed: ReadonlySet<string>
}

/** The rules of an environment as they stand. */
export async function rulesOf(org: OrgDatabase, environmentId: string): Promise<Rules> {
  const [policies, allowed] = await Promise.all([
    listVersionsAttached(org, environmentId),
    allowedFingerprints(org, environmentId),
  ])
  return { policies, allowed }
}

/** Judges artifacts by rules, with everything that is known of them now. */
export async function judge(
  org: OrgDatabase,
  { policies, allowed }: Rules,
  artifacts: readonly Named[],
): Promise<readonly ArtifactVerdict[]> {
  const controls = policies.flatMap(({ document }) => controlsOf(document))
  const asked = await loadAsked(org, artifacts, [...new Set(controls)])
  return evaluate({
    policies: policies.map(({ name, version, document }) => ({
      policy_name: name,
      policy_version: version,
      policy: document,
    })),
    artifacts: asked,
    allowed,
  }).artifacts
}

/** A verdict as it is stored. */
export interface Judgement extends Named {
  compliant: boolean
  is_allowed: boolean
  failing_policy_ids: string[]
  tree_hash: string
  /** The derivation as JSON text. */
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
  return new Map(
    verdicts.map((verdict) => {
      const { name, fingerprint, compliant, reason, policies } = verdict
      const tree = JSON.stringify(verdict)
      const failing = policies.filter(({ status }) => status === 'NON-COMPLIANT')
      const judgement = {
        name,
        fingerprint,
        compliant: compliant === true,
        is_allowed: reason === 'allowed',
        failing_policy_ids: failing.flatMap(({ policy_name }) => idOf.get(policy_name) ?? []),
        tree_hash: createHash('sha256').update(tree).digest('hex'),
        tree,
      }
      return [runningKey(verdict), judgement]
    }),
  )
}
