import { sql } from 'kysely'
import { onOrgAnd } from '#server/database/conditions.ts'
import type { ReportingRules } from '#domain/environment/stale-report.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { isOverdue } from '#server/database/silences.ts'

/** Active environments with policies in which any of some artifacts runs now, by name. */
export function environmentsRunning(
  org: OrgDatabase,
  fingerprints: readonly string[],
  limit: number,
  rules: ReportingRules,
) {
  return org
    .selectFrom('environment')
    .innerJoin('environment_state', onOrgAnd('environment_state.environment_id', 'environment.id'))
    .select(['environment.id', 'environment.name'])
    .select(['environment_state.state', 'environment_state.non_compliant_count'])
    .select(isOverdue('environment', 'environment_state', rules).as('is_stale'))
    .where('environment.archived_at', 'is', null)
    .where(
      sql<boolean>`environment.id in (select running.environment_id from running
        where running.org_id = ${org.orgId} and running.to_index is null
          and running.fingerprint = any(${fingerprints}))`,
    )
    .where(
      sql<boolean>`exists (select from policy_attachment as attached
        where attached.org_id = ${org.orgId} and attached.environment_id = environment.id)`,
    )
    .orderBy('environment.name')
    .limit(limit)
    .execute()
}

/** Artifacts among some that run now in some environments. */
export function listRunningAmong(
  org: OrgDatabase,
  environmentIds: readonly string[],
  fingerprints: readonly string[],
) {
  return org
    .selectFrom('running')
    .select(['running.environment_id', 'running.name', 'running.fingerprint'])
    .where('running.to_index', 'is', null)
    .where(sql<boolean>`running.environment_id = any(${environmentIds})`)
    .where(sql<boolean>`running.fingerprint = any(${fingerprints})`)
    .orderBy('running.name')
    .orderBy('running.fingerprint')
    .execute()
}

/** Current verdicts on some artifacts in some environments. */
export function listVerdictsAmong(
  org: OrgDatabase,
  environmentIds: readonly string[],
  fingerprints: readonly string[],
) {
  return org
    .selectFrom('verdict')
    .select(['verdict.environment_id', 'verdict.name', 'verdict.fingerprint'])
    .select('verdict.compliant')
    .where('verdict.to_index', 'is', null)
    .where(sql<boolean>`verdict.environment_id = any(${environmentIds})`)
    .where(sql<boolean>`verdict.fingerprint = any(${fingerprints})`)
    .execute()
}

/** Active logical environments with some members, and the states and reports of all their members. */
export async function listLogicalWith(org: OrgDatabase, memberIds: readonly string[]) {
  if (memberIds.length === 0) return []
  return org
    .selectFrom('environment')
    .innerJoin(
      'environment_member',
      onOrgAnd('environment_member.environment_id', 'environment.id'),
    )
    .innerJoin('environment as member', onOrgAnd('member.id', 'environment_member.member_id'))
    .innerJoin(
      'environment_state',
      onOrgAnd('environment_state.environment_id', 'environment_member.member_id'),
    )
    .select(['environment.id as environment_id', 'environment.name'])
    .select(['environment_member.member_id', 'environment_state.state', 'member.type'])
    .select(['member.reporting_minutes', 'environment_state.heard_at'])
    .select('environment_state.learned_interval')
    .where('environment.archived_at', 'is', null)
    .where('member.archived_at', 'is', null)
    .where(
      sql<boolean>`environment.id in (select environment_id from environment_member as included
        where included.org_id = ${org.orgId} and included.member_id = any(${memberIds}))`,
    )
    .execute()
}
