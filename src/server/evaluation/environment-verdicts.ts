import { runningKey } from '#domain/snapshot/reported-artifacts.ts'
import type { OrgDatabase, Statement } from '#server/database/org-database.ts'
import { listRunningNow } from '#server/snapshot/running-queries.ts'
import { type StoredVerdict, evaluateRunning, rulesOf } from './evaluate-artifacts.ts'
import type { NamedArtifact } from './policy-input.ts'
import {
  applyVersions,
  listAppliedNow,
  type VersionOf,
  beginVerdicts,
  endVerdicts,
  listVerdictsNow,
  type VerdictRow,
} from './verdict-queries.ts'

/** What is to be judged in an environment, which is locked. */
interface Asked<Running extends NamedArtifact> {
  environment: { id: string; number: number }
  /** What runs from now on. */
  running: readonly Running[]
  /** Only these can have another verdict than is stored; null: everything. */
  scope: readonly NamedArtifact[] | null
  /** Whether there will be a snapshot whatever the verdicts are. */
  isCertain: boolean
  /** State so far. */
  state: boolean | null
}

/** The verdicts of an environment as they are from now on. */
export interface EnvironmentVerdicts<Running> {
  isJudged: boolean
  state: boolean | null
  nonCompliantCount: number
  /** What runs on with another verdict. */
  changes: { running: Running; compliant: boolean | null }[]
  /** Null is unknown. */
  compliant(artifact: NamedArtifact): boolean | null
  /** What stores them, from a snapshot on. */
  writes(index: number, at: number): Statement[]
}

/**
 * Judges an environment by everything that is known now. What is stored of earlier verdicts is kept
 * where it says the same.
 */
export async function evaluateEnvironmentVerdicts<Running extends NamedArtifact>(
  org: OrgDatabase,
  { environment, running, scope, isCertain, state: stateBefore }: Asked<Running>,
): Promise<EnvironmentVerdicts<Running>> {
  const rules = await rulesOf(org, environment.id)
  const stored = await listVerdictsNow(org, environment.id)
  const applied = await listAppliedNow(org, environment.id)
  const isJudged = rules.policies.length > 0
  const before = new Map(stored.map((row) => [runningKey(row), row]))
  const versions = rules.policies.map(({ id, version }) => ({ policy_id: id, version }))
  const isIn = (list: typeof versions, { policy_id, version }: (typeof versions)[number]) =>
    list.some((one) => one.policy_id === policy_id && one.version === version)
  const begun = versions.filter((one) => !isIn(applied, one))
  const ended = applied.filter((one) => !isIn(versions, one))

  let after = await evaluateRunning(org, rules, scope ?? running)
  const compliant = (artifact: NamedArtifact) => {
    const key = runningKey(artifact)
    return isJudged ? ((after.get(key) ?? before.get(key))?.compliant ?? false) : null
  }
  const conclude = () => {
    const verdicts = running.map((one) => ({ running: one, compliant: compliant(one) }))
    const nonCompliantCount = verdicts.filter((one) => one.compliant === false).length
    const changes = verdicts.filter(({ running: one, compliant: now }) => {
      const known = before.get(runningKey(one))
      return (known?.compliant ?? null) !== now
    })
    return { state: isJudged ? nonCompliantCount === 0 : null, nonCompliantCount, changes }
  }
  let outcome = conclude()
  const isSnapshot = isCertain || outcome.changes.length > 0 || outcome.state !== stateBefore
  // A snapshot says which versions it was judged by: then all of it was.
  if (isSnapshot && scope !== null && begun.length + ended.length > 0) {
    after = await evaluateRunning(org, rules, running)
    outcome = conclude()
  }

  const change = { environment, running, stored, judged: isJudged ? after : null, ended, begun }
  return {
    isJudged,
    ...outcome,
    compliant,
    writes: (index, at) => verdictWrites(org, change, { index, at }),
  }
}

/** Whether some of what runs has another verdict now than is stored; cheap however much runs. */
export async function haveVerdictsChanged(
  org: OrgDatabase,
  environmentId: string,
  fingerprints: readonly string[],
): Promise<boolean> {
  const [rules, running, stored] = await Promise.all([
    rulesOf(org, environmentId),
    listRunningNow(org, environmentId, fingerprints),
    listVerdictsNow(org, environmentId, fingerprints),
  ])
  const before = new Map(stored.map((row) => [runningKey(row), row.compliant]))
  const now = await evaluateRunning(org, rules, running)
  return running.some((one) => {
    const key = runningKey(one)
    return before.get(key) !== now.get(key)?.compliant
  })
}

/** Verdicts that are stored, and those that they make room for. */
interface VerdictChange {
  environment: { id: string; number: number }
  running: readonly NamedArtifact[]
  stored: readonly VerdictRow[]
  /** What was judged now, by `runningKey`; null where nothing is judged any more. */
  judged: ReadonlyMap<string, StoredVerdict> | null
  ended: readonly VersionOf[]
  begun: readonly VersionOf[]
}

/** What ends and begins verdicts where they say something else than before, from a snapshot on. */
function verdictWrites(
  org: OrgDatabase,
  { environment, running, stored, judged, ended, begun }: VerdictChange,
  { index, at }: { index: number; at: number },
): Statement[] {
  const runs = new Set(running.map(runningKey))
  const same = new Map(stored.map((row) => [runningKey(row), row.hash]))
  const isOther = ({ hash }: StoredVerdict, key: string) => same.get(key) !== hash
  const other = new Map(
    [...(judged ?? [])].filter(([key, now]) => runs.has(key) && isOther(now, key)),
  )
  const gone = stored.filter((row) => {
    const key = runningKey(row)
    return judged === null || !runs.has(key) || other.has(key)
  })
  const place = { environment_id: environment.id, environment_number: environment.number }
  const made = Array.from(other.values(), ({ tree: _, ...verdict }) => ({
    ...place,
    ...verdict,
    from_index: index,
    to_index: null,
    evaluated_at: at,
  }))
  const trees = new Map(Array.from(other.values(), ({ tree_hash, tree }) => [tree_hash, tree]))
  return [
    ...endVerdicts(org, environment.id, gone, index),
    ...beginVerdicts(org, made, trees),
    ...applyVersions(org, environment.id, { ended, begun }, index),
  ]
}
