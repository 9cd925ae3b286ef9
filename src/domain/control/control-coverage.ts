import type {
  ControlCoverage,
  ControlEnvironment,
  ControlOutcome,
} from '#contract/control/control-page.ts'
import { controlResults } from '#contract/control/control-page.ts'
import type { OutcomeCounts } from '#contract/verdict/standing.ts'
import {
  countOutcomes,
  populationOf,
  type RunningGroup,
  sumOutcomes,
} from '#domain/verdict/outcome-counts.ts'
import { populationLines } from './coverage-population.ts'
import type { ControlScope } from '#contract/control/control.ts'
import {
  artifactsInScope,
  environmentsInScope,
  type SelectableEnvironment,
} from './control-scope.ts'

/** An active environment, with the newest versions of its attached policies. */
export interface PoliciedEnvironment extends SelectableEnvironment {
  policies: readonly { name: string; controls: readonly string[] }[]
  /** Index of the newest snapshot; 0 before the first. */
  snapshot_index: number
  /** Number of artifacts that run there. */
  running_count: number
  is_stale: boolean
}

/** An environment, and the policies there that ask for a control. */
type Covered = Pick<ControlEnvironment, 'name' | 'type' | 'covered' | 'policies'>

const isLogical = ({ type }: Pick<PoliciedEnvironment, 'type'>) => type === 'logical'

function coveredBy({ name, type, policies }: PoliciedEnvironment, control: string): Covered {
  const citing = policies.filter(({ controls }) => controls.includes(control))
  return { name, type, covered: citing.length > 0, policies: citing.map((policy) => policy.name) }
}

/**
 * Returns for each active environment, logical ones included, whether a policy there asks for a
 * control; a logical one is covered if all its members are.
 */
export function coveredIn(
  control: string,
  environments: readonly PoliciedEnvironment[],
): Covered[] {
  const physical = new Map(
    environments.filter((one) => !isLogical(one)).map((one) => [one.id, coveredBy(one, control)]),
  )
  return environments.map((one) => {
    const own = physical.get(one.id)
    if (own) return own
    const members = one.member_ids.flatMap((id) => physical.get(id) ?? [])
    return {
      name: one.name,
      type: one.type,
      covered: members.length > 0 && members.every((member) => member.covered),
      policies: [...new Set(members.flatMap(({ policies }) => policies))].sort(),
    }
  })
}

/** Returns what counts come to, the worst first; null where nothing is counted. */
function resultOf(counts: OutcomeCounts): ControlEnvironment['result'] | null {
  const { passed, failed, stale, unknown, not_asked } = counts
  if (populationOf(counts) === 0) return null
  if (failed > 0) return 'failing'
  if (stale > 0) return 'stale'
  if (unknown > 0) return 'unknown'
  if (passed === 0) return 'not_asked'
  return not_asked > 0 ? 'partly_asked' : 'passing'
}

function resultIn(
  { snapshot_index, is_stale }: PoliciedEnvironment,
  covered: boolean,
  counts: OutcomeCounts,
): ControlEnvironment['result'] {
  if (!covered) return 'not_asked'
  if (snapshot_index === 0) return 'unknown'
  return resultOf(counts) ?? (is_stale ? 'stale' : 'not_asked')
}

const rankOf = ({ result }: ControlEnvironment) => controlResults.indexOf(result)

/** A control, and where it applies. */
export interface ScopedControl {
  identifier: string
  scope: ControlScope | null
}

/**
 * Returns what a control comes to in each active environment in its scope, the worst result first,
 * then by name. Logical environments are left out: what runs there is counted in their members.
 */
export function resultsOf(
  { identifier: control, scope }: ScopedControl,
  environments: readonly PoliciedEnvironment[],
  runningIn: (environmentId: string) => readonly RunningGroup[],
): ControlEnvironment[] {
  return environmentsInScope(environments, scope)
    .map((one) => {
      const own = coveredBy(one, control)
      const groups = artifactsInScope(runningIn(one.id), scope)
      const running = countOutcomes(groups, (rule) => rule.for_control === control, {
        hasRule: own.covered,
        isStale: one.is_stale,
      })
      return { ...own, running, result: resultIn(one, own.covered, running) }
    })
    .sort((a, b) => rankOf(a) - rankOf(b))
}

/** Returns what a control comes to in all environments in its scope. */
export function sumCoverage(rows: readonly ControlEnvironment[]): ControlCoverage {
  const running = sumOutcomes(rows.map((row) => row.running))
  const coverage = {
    outcome: resultOf(running) ?? outcomeOfNothing(rows),
    total: rows.length,
    covered: rows.filter(({ covered }) => covered).length,
    running,
  }
  return { ...coverage, population: populationLines(coverage).join(', ') }
}

/**
 * Where nothing runs, only environments that are stale, were not heard of, or do not ask, say
 * something.
 */
function outcomeOfNothing(rows: readonly ControlEnvironment[]): ControlOutcome {
  if (rows.some(({ result }) => result === 'stale')) return 'stale'
  if (rows.some(({ result }) => result === 'unknown')) return 'unknown'
  return rows.length > 0 && rows.every(({ covered }) => !covered) ? 'not_asked' : 'empty'
}

/** Counts the environments in the scope of a control, and those where a policy asks for it. */
export function coveredInScope(
  { identifier, scope }: ScopedControl,
  environments: readonly PoliciedEnvironment[],
): { total: number; covered: number } {
  const rows = environmentsInScope(environments, scope).map((one) => coveredBy(one, identifier))
  return { total: rows.length, covered: rows.filter(({ covered }) => covered).length }
}

/** Returns the covered share in percent to one decimal, rounded down, so that 100 means all. */
export const percentCovered = (covered: number, total: number): number =>
  total === 0 ? 0 : Math.floor((covered / total) * 1_000) / 10
