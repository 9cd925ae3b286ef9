import { failureSilences } from '#domain/environment/silence.ts'
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
  const logical = environments.filter(({ type }) => type === 'logical').map(({ name }) => name)
  const members = logical.length > 0 ? await listMemberHistories(org, logical, window, rules) : []
  return environments.map((environment) => ({
    ...environment,
    failure_silences:
      environment.type === 'logical'
        ? failureSilences(
            members.filter(({ logical_name }) => logical_name === environment.name),
            window.to,
          )
        : null,
  }))
}
