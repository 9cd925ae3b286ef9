import type { ControlCoverage, ControlEnvironment } from '#contract/control/control-page.ts'
import type { EnvironmentType } from '#contract/environment/environment-type.ts'

/** An active environment, with the newest versions of its attached policies. */
export interface PoliciedEnvironment {
  id: string
  name: string
  type: EnvironmentType
  /** Ids of the active members of a logical environment. */
  member_ids: readonly string[]
  policies: readonly { name: string; controls: readonly string[] }[]
  /** Index of the newest snapshot; 0 before the first. */
  snapshot_index: number
  running_count: number
  /** Number of running artifacts that were evaluated by policies. */
  evaluated_count: number
}

type Result = NonNullable<ControlEnvironment['result']>

/** Returns the worst result of several environments. */
const worstOf = (results: readonly Result[]): Result =>
  (['failing', 'unknown'] as const).find((one) => results.includes(one)) ?? 'passing'

function physicalRow(
  { name, type, policies, snapshot_index, running_count, evaluated_count }: PoliciedEnvironment,
  control: string,
  failing_count: number,
): ControlEnvironment {
  const citing = policies.filter(({ controls }) => controls.includes(control))
  const isKnown = snapshot_index > 0 && evaluated_count >= running_count
  const result = failing_count > 0 ? 'failing' : isKnown ? 'passing' : 'unknown'
  const covered = citing.length > 0
  return {
    name,
    type,
    covered,
    policies: citing.map((policy) => policy.name),
    result: covered ? result : null,
    failing_count: covered ? failing_count : 0,
    running_count,
  }
}

/** Returns the row of a logical environment, which is covered if all its members are. */
function logicalRow(
  { name, type }: PoliciedEnvironment,
  members: readonly ControlEnvironment[],
): ControlEnvironment {
  const sumOf = (field: 'failing_count' | 'running_count') =>
    members.reduce((sum, member) => sum + member[field], 0)
  const results = members.flatMap(({ result }) => result ?? [])
  const covered = members.length > 0 && members.every((member) => member.covered)
  return {
    name,
    type,
    covered,
    policies: [...new Set(members.flatMap(({ policies }) => policies))].sort(),
    result: covered ? worstOf(results) : null,
    failing_count: sumOf('failing_count'),
    running_count: sumOf('running_count'),
  }
}

/**
 * Returns for each active environment whether it is covered for a control, and the result.
 * @param failing running artifacts that fail a rule for the control, by environment id
 */
export function coverageOf(
  control: string,
  environments: readonly PoliciedEnvironment[],
  failing: ReadonlyMap<string, number> = new Map(),
): ControlEnvironment[] {
  const physical = new Map(
    environments
      .filter(({ type }) => type !== 'logical')
      .map((one) => [one.id, physicalRow(one, control, failing.get(one.id) ?? 0)]),
  )
  return environments.map(
    (one) =>
      physical.get(one.id) ??
      logicalRow(
        one,
        one.member_ids.flatMap((id) => physical.get(id) ?? []),
      ),
  )
}

/** Counts environments by result. */
export function sumCoverage(rows: readonly ControlEnvironment[]): ControlCoverage {
  const countOf = (wanted: Result) => rows.filter(({ result }) => result === wanted).length
  return {
    passing: countOf('passing'),
    failing: countOf('failing'),
    unknown: countOf('unknown'),
    total: rows.length,
  }
}

/** Returns the covered share in percent to one decimal, rounded down, so that 100 means all. */
export const percentCovered = (covered: number, total: number): number =>
  total === 0 ? 0 : Math.floor((covered / total) * 1_000) / 10
