import { type OverrideImpact, maxPreviewed } from '#contract/override/override-effect.ts'
import { controlsOf } from '#domain/policy/parse-policy.ts'
import { isStale, type ReportingRules, staleAt } from '#domain/environment/stale-report.ts'
import { runningKey } from '#domain/snapshot/reported-artifacts.ts'
import { logicalState } from '#domain/verdict/verdict.ts'
import { listAllowedAmong } from '#server/allow-list/queries.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { namedPolicies } from '#server/evaluation/evaluate-artifacts.ts'
import { previewInSlices } from '#server/evaluation/evaluate-in-slices.ts'
import { loadPolicyInput } from '#server/evaluation/policy-input.ts'
import { listVersionsAttached } from '#server/evaluation/provenance-queries.ts'
import { reportingRules } from '#server/organization/settings.ts'
import {
  environmentsRunning,
  listLogicalWith,
  listRunningAmong,
  listVerdictsAmong,
} from './impact-queries.ts'

type Flips = Pick<OverrideImpact, 'environments' | 'has_more_environments'>
type Flip = Flips['environments'][number]

/** Rows of one environment. */
const here = <Row extends { environment_id: string }>(rows: readonly Row[], id: string) =>
  rows.filter(({ environment_id }) => environment_id === id)

/**
 * Flips where artifacts run now, by everything known now: in each environment that has policies,
 * and in the logical ones around it. A fixed number of queries, however many environments.
 */
export async function environmentFlips(
  org: OrgDatabase,
  fingerprints: readonly string[],
  now: number,
): Promise<Flips> {
  if (fingerprints.length === 0) return { environments: [], has_more_environments: false }
  const rules = await reportingRules(org, now)
  const found = await environmentsRunning(org, fingerprints, maxPreviewed + 1, rules)
  const environments = found.slice(0, maxPreviewed)
  const ids = environments.map(({ id }) => id)
  if (ids.length === 0) return { environments: [], has_more_environments: false }
  const [running, verdicts, attached, allowed] = await Promise.all([
    listRunningAmong(org, ids, fingerprints),
    listVerdictsAmong(org, ids, fingerprints),
    listVersionsAttached(org, ids),
    listAllowedAmong(org, ids, fingerprints),
  ])
  const controls = [...new Set(attached.flatMap(({ document }) => controlsOf(document)))]
  const named = [...new Map(running.map((one) => [runningKey(one), one])).values()]
  const inputs = new Map(
    (await loadPolicyInput(org, named, controls)).map((one) => [runningKey(one), one]),
  )

  const states = new Map<string, boolean>()
  const flips: Flip[] = []
  for (const { id, name, state: from, non_compliant_count, is_stale } of environments) {
    const known = new Map(
      here(verdicts, id).map((row) => [runningKey(row), row.compliant] as const),
    )
    const { artifacts: evaluated } = await previewInSlices(org.orgId, {
      policies: namedPolicies(here(attached, id)),
      artifacts: here(running, id).flatMap((one) => inputs.get(runningKey(one)) ?? []),
      allowed: new Set(here(allowed, id).map(({ fingerprint }) => fingerprint)),
    })
    const artifacts = evaluated.flatMap((one) => {
      const [before, to] = [known.get(runningKey(one)) ?? null, one.compliant === true]
      return before === to
        ? []
        : [{ name: one.name, fingerprint: one.fingerprint, from: before, to }]
    })
    const failing = artifacts.reduce(
      (sum, one) => sum + Number(!one.to) - Number(one.from === false),
      non_compliant_count,
    )
    const to = failing === 0
    if (from !== to) states.set(id, to)
    if (artifacts.length > 0 || from !== to) flips.push({ name, from, to, is_stale, artifacts })
  }
  const logical = await logicalFlips(org, states, rules)
  return {
    environments: [...flips, ...logical].sort((a, b) => (a.name < b.name ? -1 : 1)),
    has_more_environments: found.length > maxPreviewed,
  }
}

/** A logical environment has no reports of its own. */
const noReports = { heard_at: null, reporting_minutes: null, learned_interval: null }

/** The logical environments that flip because of their members. */
async function logicalFlips(
  org: OrgDatabase,
  states: ReadonlyMap<string, boolean>,
  rules: ReportingRules,
) {
  const members = await listLogicalWith(org, [...states.keys()])
  const names = new Map(members.map(({ environment_id, name }) => [environment_id, name]))
  return [...names].flatMap(([id, name]): Flip[] => {
    const own = members.filter(({ environment_id }) => environment_id === id)
    const after = own.map((one) => ({ ...one, state: states.get(one.member_id) ?? one.state }))
    const from = logicalState(own.map(({ state }) => state))
    const to = logicalState(after.map(({ state }) => state))
    if (from === to) return []
    // By the members that it would have its state from.
    const due = staleAt({ type: 'logical', ...noReports, members: after }, rules)
    return [{ name, from, to, is_stale: isStale(due, rules.now), artifacts: [] }]
  })
}
