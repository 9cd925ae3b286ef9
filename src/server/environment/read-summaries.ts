import type { EnvironmentSummary } from '#contract/environment/environment-list.ts'
import { isStale, staleAt } from '#domain/environment/stale-report.ts'
import { qualifiersOf } from '#domain/verdict/qualifiers.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import type { Freshness } from '#server/organization/settings.ts'
import { environmentItem } from './load-environment.ts'
import type { StatusRow } from './status-queries.ts'
import { readTroubles } from './read-troubles.ts'

type Running = EnvironmentSummary['running']
type Counts = Pick<StatusRow, 'running_count' | 'judged_count' | 'non_compliant_count'>

const none: Running = { compliant: 0, non_compliant: 0, unknown: 0, stale: 0 }

/** Counts what runs in a physical environment; of a stale one nobody knows what runs there now. */
function runningIn(counts: Counts, stale_at: number | null, now: number): Running {
  const { running_count, judged_count, non_compliant_count: non_compliant } = counts
  if (isStale(stale_at, now)) return { ...none, stale: running_count }
  const compliant = judged_count - non_compliant
  return { ...none, compliant, non_compliant, unknown: running_count - judged_count }
}

const sumOf = (all: readonly Running[]): Running =>
  all.reduce(
    (sum, one) => ({
      compliant: sum.compliant + one.compliant,
      non_compliant: sum.non_compliant + one.non_compliant,
      unknown: sum.unknown + one.unknown,
      stale: sum.stale + one.stale,
    }),
    none,
  )

function membersOf({ members }: StatusRow, rules: Freshness): EnvironmentSummary['members'] {
  if (!members) return null
  return members.map((member) => {
    const { carriers, heard_at, learned_interval, reporting_minutes, ...shown } = member
    const { non_compliant_count: _failing, judged_count: _judged, ...rest } = shown
    const stale_at = staleAt({ ...rest, heard_at, learned_interval, reporting_minutes }, rules)
    const running = runningIn(member, stale_at, rules.now)
    return { ...rest, stale_at, running, qualifiers: qualifiersOf(carriers, rules) }
  })
}

/** Rows of the list of environments, with what fails in each. */
export async function readSummaries(
  org: OrgDatabase,
  orgName: string,
  rows: readonly StatusRow[],
  rules: Freshness,
): Promise<EnvironmentSummary[]> {
  const failing = rows.filter(({ state, type }) => state === false && type !== 'logical')
  const troubles = await readTroubles(
    org,
    failing.map(({ id }) => id),
  )
  return rows.map((row) => {
    const environment = environmentItem(orgName, row, rules)
    const members = membersOf(row, rules)
    return {
      ...environment,
      snapshot_index: row.snapshot_index,
      running_count: row.running_count,
      running: members
        ? sumOf(members.map(({ running }) => running))
        : runningIn(row, environment.stale_at, rules.now),
      failing: troubles.find(({ id }) => id === row.id)?.failing ?? null,
      flip: row.flip,
      members,
    }
  })
}
