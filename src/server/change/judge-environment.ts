import { runningKey } from '#domain/reported-artifacts.ts'
import type { OrgDatabase, Statement } from '../database/org-database.ts'
import { applyVersions, listAppliedNow } from '../snapshot/applied-policy-queries.ts'
import { beginVerdicts, endVerdicts, listVerdictsNow } from '../snapshot/verdict-queries.ts'
import { judgeRunning, rulesOf } from './judge.ts'
import type { Named } from './load-asked.ts'

/** What is to be judged in an environment, which is locked. */
interface Asked<Running extends Named> {
  environment: { id: string; number: string }
  /** What runs from now on. */
  running: readonly Running[]
  /** Only these can have another verdict than is stored; null: everything. */
  scope: readonly Named[] | null
  /** Whether there will be a snapshot whatever the verdicts are. */
  isCertain: boolean
  /** State so far. */
  state: boolean | null
}

/** The verdicts of an environment as they are from now on. */
export interface Judged<Running> {
  isJudged: boolean
  state: boolean | null
  nonCompliantCount: number
  /** What runs on with another verdict. */
  changes: { running: Running; compliant: boolean | null }[]
  /** Null is unknown. */
  compliant(artifact: Named): boolean | null
  /** What stores them, from a snapshot on. */
  writes(index: number, at: number): Statement[]
}

/**
 * Judges an environment by everything that is known now. What is stored of earlier verdicts is kept
 * where it says the same.
 */
export async function judgeEnvironment<Running extends Named>(
  org: OrgDatabase,
  { environment, running, scope, isCertain, state: stateBefore }: Asked<Running>,
): Promise<Judged<Running>> {
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

  let asked = scope
  let after = await judgeRunning(org, rules, asked ?? running)
  const compliant = (artifact: Named) => {
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
  if (isSnapshot && asked !== null && begun.length + ended.length > 0) {
    asked = null
    after = await judgeRunning(org, rules, running)
    outcome = conclude()
  }

  const writes = (index: number, at: number): Statement[] => {
    const runs = new Set(running.map(runningKey))
    const isOther = (key: string) => {
      const [old, now] = [before.get(key), after.get(key)]
      return (
        now !== undefined && (old?.tree_hash !== now.tree_hash || old.compliant !== now.compliant)
      )
    }
    const gone = stored.filter((row) => {
      const key = runningKey(row)
      return !isJudged || !runs.has(key) || isOther(key)
    })
    const made = running.flatMap((one) => {
      const key = runningKey(one)
      const judgement = isOther(key) ? after.get(key) : undefined
      if (!judgement) return []
      const { tree: _, ...verdict } = judgement
      const place = { environment_id: environment.id, environment_number: environment.number }
      return [{ ...place, ...verdict, from_index: index, to_index: null, evaluated_at: at }]
    })
    const trees = new Map(
      made.map((verdict) => [verdict.tree_hash, after.get(runningKey(verdict))?.tree ?? '']),
    )
    return [
      ...endVerdicts(org, environment.id, gone, index),
      ...beginVerdicts(org, made, trees),
      ...applyVersions(org, environment.id, { ended, begun }, index),
    ]
  }
  return { isJudged, ...outcome, compliant, writes }
}
