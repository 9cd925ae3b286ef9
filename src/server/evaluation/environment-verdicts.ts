import { isDeepStrictEqual } from 'node:util'
import { runningKey } from '#domain/snapshot/reported-artifacts.ts'
import { type StoredQualifiers, noStoredQualifiers } from '#domain/verdict/stored-qualifiers.ts'
import { type QualifierTotals, noTotals, totalQualifiers } from '#domain/verdict/qualifiers.ts'
import type { OrgDatabase, Statement } from '#server/database/org-database.ts'
import { listRunningNow } from '#server/snapshot/running-queries.ts'
import { type StoredVerdict, evaluateRunning, rulesOf } from './evaluate-artifacts.ts'
import { runInSlices } from './evaluate-in-slices.ts'
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
}

/** Verdicts of an environment from now on. */
export interface EnvironmentVerdicts<Running> {
  isEvaluated: boolean
  state: boolean | null
  nonCompliantCount: number
  /** Qualifiers of the state. */
  carriers: QualifierTotals
  /** Whether some verdict rests on something else than before, or on other versions of policies. */
  haveReasonsChanged: boolean
  /** Artifacts that keep running with another verdict. */
  changes: { running: Running; compliant: boolean | null }[]
  /** Null if unknown. */
  compliant(artifact: NamedArtifact): boolean | null
  /**
   * Returns the statements that store the verdicts from a snapshot on, in parts; of the newest one
   * they replace those that it has.
   */
  writes(index: number, at: number): Iterable<Statement[]>
}

/**
 * Evaluates an environment by everything known now. Stored verdicts that stay the same are left in
 * place.
 */
export async function evaluateEnvironmentVerdicts<Running extends NamedArtifact>(
  org: OrgDatabase,
  { environment, running, scope }: EvaluationInput<Running>,
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
  const haveVersionsChanged = begun.length + ended.length > 0

  // A snapshot names the policy versions it was evaluated by, so they must hold for all of it.
  const evaluatedNow = haveVersionsChanged ? running : (scope ?? running)
  const after = await evaluateRunning(org, rules, evaluatedNow)
  const compliantBy = (key: string) =>
    isEvaluated ? ((after.get(key) ?? before.get(key))?.compliant ?? false) : null
  // Where no policy evaluates, and none did, there are only artifacts without a verdict.
  const evaluated = isEvaluated || stored.length > 0 ? running : []
  const keys = evaluated.map(runningKey)
  const runs = new Set(keys)
  function* conclude() {
    const verdicts: { running: Running; compliant: boolean | null; carriers: StoredQualifiers }[] =
      []
    const changes: { running: Running; compliant: boolean | null }[] = []
    for (const [place, one] of evaluated.entries()) {
      const key = keys[place] ?? ''
      const compliant = compliantBy(key)
      const carriers = (after.get(key) ?? before.get(key))?.carriers ?? noStoredQualifiers
      verdicts.push({ running: one, compliant, carriers })
      if ((before.get(key)?.compliant ?? null) !== compliant)
        changes.push({ running: one, compliant })
      yield
    }
    const others = new Map<string, StoredVerdict>()
    for (const [key, now] of after) {
      if (runs.has(key) && !isStored(before.get(key), now)) others.set(key, now)
      yield
    }
    const nonCompliantCount = verdicts.filter((one) => one.compliant === false).length
    const outcome = {
      state: isEvaluated ? nonCompliantCount === 0 : null,
      nonCompliantCount,
      carriers: isEvaluated
        ? totalQualifiers(verdicts.map(({ carriers, compliant }) => ({ ...carriers, compliant })))
        : noTotals,
      haveReasonsChanged: others.size > 0 || haveVersionsChanged,
      changes,
    }
    return { outcome, others }
  }
  const { outcome, others } = await runInSlices(org.orgId, conclude())
  const gone = stored.filter((row) => {
    const key = runningKey(row)
    return !isEvaluated || !runs.has(key) || others.has(key)
  })
  const change = { environment, gone, others: [...others.values()] }
  return {
    isEvaluated,
    ...outcome,
    compliant: (artifact) => compliantBy(runningKey(artifact)),
    writes(index, at) {
      const beside = applyVersions(org, environment.id, { ended, begun }, index)
      return verdictWrites(org, { ...change, beside }, { index, at })
    },
  }
}

type MaybeQualifiers = StoredQualifiers | null | undefined

const isSameQualifiers = (before: MaybeQualifiers, now: MaybeQualifiers) =>
  isDeepStrictEqual(before ?? noStoredQualifiers, now ?? noStoredQualifiers)

/** An earlier version may have stored the same verdict with less of what carries it. */
const isStored = (before: VerdictRow | undefined, now: StoredVerdict | undefined) =>
  before?.hash === now?.hash && isSameQualifiers(before?.carriers, now?.carriers)

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
  return running.some((one) => !isStored(before.get(runningKey(one)), now.get(runningKey(one))))
}

/** Verdicts that are written by one statement at most: more would hold the event loop. */
const maxWritten = 200

/** Verdicts that end, and those that begin. */
interface VerdictChange {
  environment: { id: string; number: number }
  gone: readonly VerdictRow[]
  others: readonly StoredVerdict[]
  /** Statements that belong to the first part. */
  beside?: readonly Statement[]
}

/** Returns the statements that end and begin verdicts from a snapshot on, in at least one part. */
function* verdictWrites(
  org: OrgDatabase,
  { environment, gone, others, beside = [] }: VerdictChange,
  { index, at }: { index: number; at: number },
): Generator<Statement[]> {
  const subject = { environment_id: environment.id, environment_number: environment.number }
  const written = new Set<string>()
  const replaced = new Map(gone.map((row) => [runningKey(row), row]))
  /** Other evidence for the same results leaves the time since when they hold. */
  const timeOf = (verdict: Omit<StoredVerdict, 'tree'>) => {
    const before = replaced.get(runningKey(verdict))
    const isSame = before?.from_index === index && before.tree_hash === verdict.tree_hash
    return isSame ? before.evaluated_at : at
  }
  let first = [...beside, ...endVerdicts(org, environment.id, gone, index)]
  for (let start = 0; start === 0 || start < others.length; start += maxWritten) {
    const part = others.slice(start, start + maxWritten)
    const trees = new Map(
      part.flatMap(({ tree_hash: hash, tree }) =>
        written.has(hash) ? [] : [[hash, tree] as const],
      ),
    )
    for (const hash of trees.keys()) written.add(hash)
    const made = part.map(({ tree: _, ...verdict }) => ({
      ...subject,
      ...verdict,
      carriers: isSameQualifiers(null, verdict.carriers) ? null : verdict.carriers,
      from_index: index,
      to_index: null,
      evaluated_at: timeOf(verdict),
    }))
    yield [...first, ...beginVerdicts(org, made, trees)]
    first = []
  }
}
