import type { ControlEnvironment } from '#contract/control/control-page.ts'
import { coverageOf, type PoliciedEnvironment } from '#domain/control/control-coverage.ts'
import { controlsOf } from '#domain/policy/parse-policy.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { listVersionsInUse } from '#server/policy/attachment-queries.ts'
import { countFailing, countEvaluated, listCoverable } from './queries.ts'

/**
 * Lists the active environments by name, with the controls that their policies require; without
 * counts.
 */
export async function listPolicied(org: OrgDatabase): Promise<PoliciedEnvironment[]> {
  const [environments, versions] = await Promise.all([listCoverable(org), listVersionsInUse(org)])
  const policies = versions.map(({ id, name, document }) => ({
    id,
    name,
    controls: controlsOf(document),
  }))
  return environments.map(({ policy_ids, ...environment }) => ({
    ...environment,
    policies: policies.filter(({ id }) => policy_ids.includes(id)),
    evaluated_count: 0,
  }))
}

/** Reads the coverage of some controls in the environments that have rules for them, by control. */
export async function readCoverage(
  org: OrgDatabase,
  controls: readonly string[],
  policied?: readonly PoliciedEnvironment[],
): Promise<Map<string, ControlEnvironment[]>> {
  const environments = policied ?? (await listPolicied(org))
  const concerned = environments
    .filter(({ policies }) =>
      policies.some((policy) => policy.controls.some((one) => controls.includes(one))),
    )
    .map(({ id }) => id)
  const [counts, failing] =
    concerned.length === 0
      ? [[], []]
      : await Promise.all([countEvaluated(org, concerned), countFailing(org, concerned, controls)])
  const countIn = new Map(counts.map((row) => [row.environment_id, row.count]))
  const counted = environments.map((one) => ({
    ...one,
    evaluated_count: countIn.get(one.id) ?? 0,
  }))
  return new Map(
    controls.map((control) => {
      const own = failing.filter((row) => row.control === control)
      const byPlace = new Map(own.map((row) => [row.environment_id, row.count]))
      return [control, coverageOf(control, counted, byPlace)]
    }),
  )
}
