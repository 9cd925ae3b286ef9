import type { ControlEnvironment } from '#contract/control/control-page.ts'
import {
  type PoliciedEnvironment,
  resultsOf,
  type ScopedControl,
} from '#domain/control/control-coverage.ts'
import { controlsOf } from '#domain/policy/parse-policy.ts'
import { reportingRules } from '#server/organization/settings.ts'
import { listVersionsInUse } from '#server/policy/attachment-queries.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { readRunning } from '#server/verdict/read-running.ts'
import { listCoverable } from './queries.ts'

/** Lists the active environments by name, with the controls that their policies require. */
export async function listPolicied({ org, clock }: OrgContext): Promise<PoliciedEnvironment[]> {
  const [environments, versions] = await Promise.all([
    reportingRules(org, clock()).then((rules) => listCoverable(org, rules)),
    listVersionsInUse(org),
  ])
  const policies = versions.map(({ id, name, document }) => ({
    id,
    name,
    controls: controlsOf(document),
  }))
  return environments.map(({ policy_ids, ...environment }) => ({
    ...environment,
    policies: policies.filter(({ id }) => policy_ids.includes(id)),
  }))
}

/** Reads what some controls come to in their environments, by control. */
export async function readCoverage(
  context: OrgContext,
  controls: readonly ScopedControl[],
): Promise<Map<string, ControlEnvironment[]>> {
  const environments = await listPolicied(context)
  const ids = environments.filter(({ type }) => type !== 'logical').map(({ id }) => id)
  const runningIn = await readRunning(context.org, controls.length === 0 ? [] : ids, {
    withFlows: controls.some(({ scope }) => scope?.flows),
  })
  return new Map(
    controls.map((control) => [control.identifier, resultsOf(control, environments, runningIn)]),
  )
}
