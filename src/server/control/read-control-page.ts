import type { ResponseOf } from '#contract/common/endpoint.ts'
import type {
  CitingRule,
  ControlEnvironment,
  getControlPage,
} from '#contract/control/control-page.ts'
import {
  type PoliciedEnvironment,
  resultsOf,
  type ScopedControl,
  sumCoverage,
} from '#domain/control/control-coverage.ts'
import { artifactsInScope, environmentsInScope } from '#domain/control/control-scope.ts'
import { citationsOf, controlsOf } from '#domain/policy/parse-policy.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { countDecisionsOf } from '#server/decision/queries.ts'
import { evidenceLimits, reportingRules } from '#server/organization/settings.ts'
import { listVersionsInUse } from '#server/policy/queries.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { listFailingSince } from '#server/verdict/queries.ts'
import { readRunning } from '#server/verdict/read-running.ts'
import { type ControlRow, listCoverable, listLastDecisions } from './queries.ts'

async function rulesCiting(org: OrgDatabase, identifier: string): Promise<CitingRule[]> {
  const versions = await listVersionsInUse(org)
  return versions.flatMap(({ name, document }) =>
    citationsOf(document, identifier).map((rule) => ({ policy: name, ...rule })),
  )
}

const isLogical = ({ type }: { type: string }) => type === 'logical'

/** Reads what the page of a control shows: where it applies, what it comes to there, since when. */
export async function readControlPage(
  context: OrgContext,
  control: ControlRow,
): Promise<ResponseOf<typeof getControlPage>> {
  const { org } = context
  const { identifier, scope } = control
  const policied = await listPolicied(context)
  const [coverage, decisions, rules, decision_count] = await Promise.all([
    readCoverage(context, [control], policied),
    listLastDecisions(org, [identifier]),
    rulesCiting(org, identifier),
    countDecisionsOf(org, identifier),
  ])
  const environments = coverage.get(identifier) ?? []
  const inScope = environmentsInScope(policied, scope)
  const failing = environments.filter(({ result }) => result === 'failing')
  const idsOfFailing = inScope
    .filter(({ name }) => failing.some((one) => one.name === name))
    .map(({ id, name }): [string, string] => [id, name])
  const since = await failingSince(org, control, new Map(idsOfFailing))
  return {
    environments: environments.map((one) => ({
      ...one,
      failing_since: since.get(one.name)?.at ?? null,
      may_fail_longer: since.get(one.name)?.mayBeLonger ?? false,
    })),
    logical_environments: policied.filter(isLogical).map(({ name }) => name),
    environment_count: policied.filter((one) => !isLogical(one)).length,
    running_count: inScope.reduce((sum, one) => sum + one.running_count, 0),
    coverage: sumCoverage(environments),
    rules,
    last_decision: decisions.get(identifier) ?? null,
    decision_count,
  }
}

/** Since when the first of the failing artifacts in scope fails, by name of environment. */
async function failingSince(
  org: OrgDatabase,
  { identifier, scope }: ControlRow,
  nameOf: ReadonlyMap<string, string>,
): Promise<Map<string, { at: number; mayBeLonger: boolean }>> {
  const rows = nameOf.size > 0 ? await listFailingSince(org, [...nameOf.keys()], identifier) : []
  const first = new Map<string, { at: number; mayBeLonger: boolean }>()
  for (const { environment_id, since, may_be_longer } of artifactsInScope(rows, scope)) {
    const name = nameOf.get(environment_id) ?? environment_id
    const { at = since, mayBeLonger = false } = first.get(name) ?? {}
    first.set(name, { at: Math.min(since, at), mayBeLonger: may_be_longer || mayBeLonger })
  }
  return first
}

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

/**
 * Reads what some controls come to in their environments, by control.
 * @param policied - the environments, where `listPolicied` has listed them already
 */
export async function readCoverage(
  context: OrgContext,
  controls: readonly ScopedControl[],
  policied?: readonly PoliciedEnvironment[],
): Promise<Map<string, ControlEnvironment[]>> {
  const environments = policied ?? (await listPolicied(context))
  const ids = environments.filter(({ type }) => type !== 'logical').map(({ id }) => id)
  const runningIn = await readRunning(context.org, controls.length === 0 ? [] : ids, {
    withFlows: controls.some(({ scope }) => scope?.flows),
    limits: await evidenceLimits(context.org, context.clock()),
    policies: null,
  })
  return new Map(
    controls.map((control) => [control.identifier, resultsOf(control, environments, runningIn)]),
  )
}
