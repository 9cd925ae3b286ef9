import { isDeepStrictEqual } from 'node:util'
import { runningKey } from '#domain/snapshot/reported-artifacts.ts'
import {
  type Carriers,
  type CarrierTotals,
  noCarriers,
  noTotals,
  totalCarriers,
} from '#domain/verdict/qualifiers.ts'
import type { OrgDatabase, Statement } from '#server/database/org-database.ts'
import { listRunningNow } from '#server/snapshot/running-queries.ts'
import { type StoredVerdict, evaluateRunning, rulesOf } from './evaluate-artifacts.ts'
import type { NamedArtifact } from './policy-input.ts'
import {
  applyVersions,
  listAppliedNow,
  beginVerdicts,
  endVerdicts,
  listVerdictsNow,
  type VerdictRow,
} from './verdict-queries.ts'

/** Input of the evaluation of an environment, which is locked. */
interface EvaluationInput<Running extends NamedArtifact> {
  environment: { id: string; number: number }
  /** Artifacts that run from now on. */
  running: readonly Running[]
  /** The only artifacts whose verdict can differ from the stored one; null for all. */
  scope: readonly NamedArtifact[] | null
  /** Whether a snapshot is appended whatever the verdicts are. */
  isCertain: boolean
  /** State before this evaluation. */
  state: boolean | null
}

/** Verdicts of an environment from now on. */
export interface EnvironmentVerdicts<Running> {
  isEvaluated: boolean
  state: boolean | null
  nonCompliantCount: number
  /** Qualifiers of the state. */
  carriers: CarrierTotals
  /** Whether some verdict rests on something else than before, though it stays the same. */
  haveCarriersChanged: boolean
  /** Artifacts that keep running with another verdict. */
  changes: { running: Running; compliant: boolean | null }[]
  /** Null if unknown. */
  compliant(artifact: NamedArtifact): boolean | null
  /** Returns the statements that store the verdicts from a snapshot on. */
  writes(index: number, at: number): Statement[]
  /** Returns those that only replace verdicts within the newest snapshot, which keeps its policies. */
  replacements(index: number, at: number): Statement[]
}

/**
 * Evaluates an environment by everything known now. Stored verdicts that stay the same are left in
 * place.
 */
export async function evaluateEnvironmentVerdicts<Running extends NamedArtifact>(
  org: OrgDatabase,
  { environment, running, scope, isCertain, state: stateBefore }: EvaluationInput<Running>,
): Promise<EnvironmentVerdicts<Running>> {
  const rules = await rulesOf(org, environment.id)
  const stored = await listVerdictsNow(org, environment.id)
  const applied = await listAppliedNow(org, environment.id)
  const isEvaluated = rules.policies.length > 0
  const before = new Map(stored.map((row) => [runningKey(row), row]))
  const versions = rules.policies.map(({ id, version }) => ({ policy_id: id, version }))
  const isIn = (list: typeof versions, { policy_id, version }: (typeof versions)[number]) =>
    list.some((one) => one.policy_id === policy_id && one.version === version)
  const begun = versions.filter((one) => !isIn(applied, one))
  const ended = applied.filter((one) => !isIn(versions, one))

  let after = await evaluateRunning(org, rules, scope ?? running)
  const compliantBy = (key: string) =>
    isEvaluated ? ((after.get(key) ?? before.get(key))?.compliant ?? false) : null
  const keys = running.map(runningKey)
  const conclude = () => {
    const verdicts = running.map((one, place) => {
      const key = keys[place] ?? ''
      return { running: one, key, compliant: compliantBy(key) }
    })
    const nonCompliantCount = verdicts.filter((one) => one.compliant === false).length
    const changes = verdicts.filter(
      ({ key, compliant: now }) => (before.get(key)?.compliant ?? null) !== now,
    )
    const carriersBy = (key: string) => (after.get(key) ?? before.get(key))?.carriers ?? noCarriers
    const carriers = isEvaluated
      ? totalCarriers(verdicts.map(({ key, compliant }) => ({ ...carriersBy(key), compliant })))
      : noTotals
    const haveCarriersChanged = [...after].some(
      ([key, { carriers: now }]) => !isSameCarriers(before.get(key)?.carriers, now),
    )
    return {
      state: isEvaluated ? nonCompliantCount === 0 : null,
      nonCompliantCount,
      carriers,
      haveCarriersChanged,
      changes,
    }
  }
  let outcome = conclude()
  const isSnapshot = isCertain || outcome.changes.length > 0 || outcome.state !== stateBefore
  // A snapshot names the policy versions it was evaluated by, so they must hold for all of it.
  if (isSnapshot && scope !== null && begun.length + ended.length > 0) {
    after = await evaluateRunning(org, rules, running)
    outcome = conclude()
  }

  const change = {
    environment,
    keys,
    stored,
    evaluated: isEvaluated ? after : null,
  }
  return {
    isEvaluated,
    ...outcome,
    compliant: (artifact) => compliantBy(runningKey(artifact)),
    writes: (index, at) => [
      ...verdictWrites(org, change, { index, at }),
      ...applyVersions(org, environment.id, { ended, begun }, index),
    ],
    replacements: (index, at) => verdictWrites(org, change, { index, at }),
  }
}

const isSameCarriers = (before: Carriers | null | undefined, now: Carriers) =>
  isDeepStrictEqual(before ?? noCarriers, now)

/**
 * Returns whether any running artifact has another verdict than is stored, or one that rests on
 * something else; cheap however much runs.
 */
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
  const before = new Map(stored.map((row) => [runningKey(row), row]))
  const now = await evaluateRunning(org, rules, running)
  return running.some((one) => {
    const [was, is] = [before.get(runningKey(one)), now.get(runningKey(one))]
    return was?.compliant !== is?.compliant || (is && !isSameCarriers(was?.carriers, is.carriers))
  })
}

/** Stored verdicts and those that replace them. */
interface VerdictChange {
  environment: { id: string; number: number }
  /** The artifacts that run from now on, as `runningKey` names them. */
  keys: readonly string[]
  stored: readonly VerdictRow[]
  /** Verdicts by `runningKey`; null if no policy is attached any more. */
  evaluated: ReadonlyMap<string, StoredVerdict> | null
}

/**
 * Returns the statements that end and begin verdicts that differ from before, from a snapshot on.
 */
function verdictWrites(
  org: OrgDatabase,
  { environment, keys, stored, evaluated }: VerdictChange,
  { index, at }: { index: number; at: number },
): Statement[] {
  const runs = new Set(keys)
  const before = new Map(stored.map((row) => [runningKey(row), row]))
  // An earlier version may have stored the same verdict with less of what carries it.
  const isOther = ({ hash, carriers }: StoredVerdict, key: string) =>
    before.get(key)?.hash !== hash || !isSameCarriers(before.get(key)?.carriers, carriers)
  const other = new Map(
    [...(evaluated ?? [])].filter(([key, now]) => runs.has(key) && isOther(now, key)),
  )
  const gone = stored.filter((row) => {
    const key = runningKey(row)
    return evaluated === null || !runs.has(key) || other.has(key)
  })
  const place = { environment_id: environment.id, environment_number: environment.number }
  const made = Array.from(other.values(), ({ tree: _, ...verdict }) => ({
    ...place,
    ...verdict,
    carriers: isSameCarriers(null, verdict.carriers) ? null : verdict.carriers,
    from_index: index,
    to_index: null,
    evaluated_at: at,
  }))
  const trees = new Map(Array.from(other.values(), ({ tree_hash, tree }) => [tree_hash, tree]))
  return [...endVerdicts(org, environment.id, gone, index), ...beginVerdicts(org, made, trees)]
}
