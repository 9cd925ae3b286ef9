import { failureSilences } from '#domain/environment/failure-silences.ts'
import type { ReportingRules } from '#domain/environment/stale-report.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import type { TimeWindow } from '#server/platform/clock.ts'
import { listMemberHistories, listVerdictRuns } from './verdict-run-queries.ts'

/** Reads how verdicts of environments went in a window, of all active ones where none is named. */
export async function readVerdictRuns(
  org: OrgDatabase,
  names: readonly string[],
  window: TimeWindow,
  rules: ReportingRules,
) {
  const environments = await listVerdictRuns(org, names, window, rules)
  // Most have none to look for: no member was silent, or nothing failed.
  const affected = environments
    .filter(({ type, silences }) => type === 'logical' && silences.length > 0)
    .filter(({ runs }) => runs.some(({ state }) => state === false))
    .map(({ name }) => name)
  const members = affected.length > 0 ? await listMemberHistories(org, affected, window, rules) : []
  return environments.map((environment) => {
    const own = members.filter(({ logical_name }) => logical_name === environment.name)
    const isLogical = environment.type === 'logical'
    return { ...environment, failure_silences: isLogical ? failureSilences(own, window.to) : null }
  })
}
