import type { ControlCoverage, ControlEnvironment } from '#contract/control/control-page.ts'
import type { EnvironmentType } from '#contract/environment/environment-type.ts'

/** An active environment, with the newest versions of the policies that are attached to it. */
export interface PoliciedEnvironment {
  id: string
  name: string
  type: EnvironmentType
  /** Of a logical one: ids of the active environments that it includes. */
  member_ids: readonly string[]
  policies: readonly { name: string; controls: readonly string[] }[]
  /** Of the newest snapshot; 0 before the first. */
  snapshot_index: number
  running_count: number
  /** Running artifacts that policies have judged. */
  judged_count: number
}

type Result = NonNullable<ControlEnvironment['result']>

/** The worst that is said of several environments. */
const worstOf = (results: readonly Result[]): Result =>
  (['failing', 'unknown'] as const).find((one) => results.includes(one)) ?? 'passing'

function physicalRow(
  { name, type, policies, snapshot_index, running_count, judged_count }: PoliciedEnvironment,
  control: string,
  failing_count: number,
): ControlEnvironment {
  const citing = policies.filter(({ controls }) => controls.includes(control))
  const isKnown = snapshot_index > 0 && judged_count >= running_count
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

/** Policies are attached to members only: a logical environment is covered when all of them are. */
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
 * Whether each active environment is covered for a control, and whether the control holds there.
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

/** How many environments there are of each result. */
export function sumCoverage(rows: readonly ControlEnvironment[]): ControlCoverage {
  const countOf = (wanted: Result) => rows.filter(({ result }) => result === wanted).length
  return {
    passing: countOf('passing'),
    failing: countOf('failing'),
    unknown: countOf('unknown'),
    total: rows.length,
  }
}

/** How many of some are covered, in per cent to one decimal, rounded down: 100 is all of them. */
export const percentCovered = (covered: number, total: number): number =>
  total === 0 ? 0 : Math.floor((covered / total) * 1_000) / 10
