import type { RegisteredException } from '#contract/exception/exception.ts'
import { inForceStates } from '#domain/override/override-states.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { findSections } from '#server/organization/queries.ts'
import { readEntriesNow } from '#server/override/queries.ts'
import { type ExceptionRow, readExceptions } from './register-queries.ts'
import {
  listRecordedChanges,
  listRelyingOnAllowances,
  listRelyingOnOverrides,
  listRelyingOnPolicies,
} from './reliance-queries.ts'

const isReliedOn = ({ state, kind }: ExceptionRow) =>
  kind !== 'snooze' && inForceStates.includes(state)

/**
 * Reads some exceptions with what relies on them now and what they changed: a fixed number of
 * queries, however many exceptions. An approved request is read as its override.
 */
export async function readRegister(
  org: OrgDatabase,
  ids: readonly string[],
  now: number,
): Promise<RegisteredException[]> {
  const rows = await readEntriesNow(org, ids, (some) => readExceptions(org, some, now))
  const idsOf = (kind: ExceptionRow['kind']) =>
    rows.filter((row) => row.kind === kind && isReliedOn(row)).map(({ id }) => id)
  const policies = rows.filter(({ kind }) => kind === 'policy')
  const { reporting, overrides } = await findSections(org, ['reporting', 'overrides'])
  const rules = { minutes: reporting, now }
  const [ofOverrides, ofAllowances, ofPolicies, changes] = await Promise.all([
    listRelyingOnOverrides(org, idsOf('override'), rules),
    listRelyingOnAllowances(org, idsOf('allow_list'), rules),
    policies.length > 0 ? listRelyingOnPolicies(org, policies, rules) : [],
    listRecordedChanges(
      org,
      rows.filter(({ kind }) => kind === 'override').map(({ id }) => id),
    ),
  ])
  const relying = [...ofOverrides, ...ofAllowances, ...ofPolicies]
  const changeOf = new Map(changes.map(({ id, ...change }) => [id, change]))
  return rows.map((row) => {
    const own = relying.filter(({ id }) => id === row.id)
    const { policy_name: name, policy_version: version } = row
    const { reviewed_at: at, reviewed_by: by } = row
    return {
      kind: row.kind,
      exception_id: row.id,
      name: row.name,
      flow_name: row.flow_name,
      flow_archived: row.flow_archived,
      trail_name: row.trail_name,
      environment_name: row.environment_name,
      policy: name === null || version === null ? null : { name, version, line: row.policy_line },
      artifact_fingerprint: row.artifact_fingerprint,
      state: row.state,
      reason: row.reason,
      external_urls: row.external_urls ?? {},
      created_at: row.created_at,
      created_by: row.created_by,
      expires_at: row.expires_at,
      ended_at: row.ended_at,
      ended_by: row.ended_by,
      expires_after_days:
        row.has_usual_expiry && row.state === 'requested' ? overrides.default_days : null,
      approved_by: row.approved_by,
      review: at === null || by === null ? null : { at, by, outcome: row.review_outcome },
      relies_now: isReliedOn(row)
        ? {
            environments: own.map(({ environment_name }) => environment_name),
            stale_environments: own.flatMap((one) => (one.is_stale ? one.environment_name : [])),
            artifact_count: own.reduce((sum, { count }) => sum + count, 0),
            failing_policies:
              row.kind === 'allow_list'
                ? Math.max(0, ...own.map(({ failing_policies }) => failing_policies))
                : null,
          }
        : null,
      changed_then: changeOf.get(row.id) ?? null,
    }
  })
}
