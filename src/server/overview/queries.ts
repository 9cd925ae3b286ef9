import { sql } from 'kysely'
import type { AuditKind } from '#contract/audit-log/audit-kind.ts'
import type { TrailState } from '#contract/verdict/compliance-status.ts'
import type { ReportingRules } from '#domain/environment/stale-report.ts'
import { isInView, matchesTag, onOrgAnd } from '#server/database/conditions.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { causingArtifact, trailCounts } from '#server/database/shared-selects.ts'
import { pastSection } from '#server/database/system/write-past.ts'
import { silencesOf, wasStale } from '#server/database/silences.ts'

/** Environments in view that have all of some tags. */
function environmentsTagged(org: OrgDatabase, tags: readonly string[]) {
  const query = org.selectFrom('environment').where(isInView(org, 'environment.archived_at'))
  return tags.reduce((tagged, tag) => tagged.where(matchesTag('environment.tags', tag)), query)
}

/**
 * Limits that hold for every environment alike, so that only rows that can be shown are read of
 * each.
 */
const newestFlips = ({ orgId }: OrgDatabase, limit: number, from: number) =>
  sql<{
    snapshot_index: number
    at: number
    after: boolean | null
  }>`(select index as snapshot_index, created_at as at, state as after
    from snapshot
    where org_id = ${orgId} and environment_id = environment.id
      and is_flip and index > 1 and created_at >= ${from}
    order by index desc limit ${sql.lit(limit)})`

/** The newest flips of all environments with some tags; the newest ones of each are read. */
export function listFlips(
  org: OrgDatabase,
  { tags, from }: { tags: readonly string[]; from: number },
  rules: ReportingRules,
  limit: number,
) {
  const at = sql.ref('flip.at')
  return environmentsTagged(org, tags)
    .leftJoin('environment_state as s', onOrgAnd('s.environment_id', 'environment.id'))
    .innerJoinLateral(newestFlips(org, limit, from).as('flip'), (join) => join.onTrue())
    .innerJoin('snapshot as own', (join) =>
      join
        .onRef('own.org_id', '=', 'environment.org_id')
        .onRef('own.environment_id', '=', 'environment.id')
        .onRef('own.index', '=', 'flip.snapshot_index'),
    )
    .innerJoin('snapshot as previous', (join) =>
      join
        .onRef('previous.org_id', '=', 'environment.org_id')
        .onRef('previous.environment_id', '=', 'environment.id')
        .on('previous.index', '=', sql<number>`flip.snapshot_index - 1`),
    )
    .select(['environment.name as environment_name', 'flip.snapshot_index', 'flip.at'])
    .select(['flip.after', 'own.carriers as after_carriers', 'own.cause'])
    .select(['previous.state as before', 'previous.carriers as before_carriers'])
    .select('previous.created_at as before_at')
    .select(wasStale(org, { at, side: 'before' }, rules).as('before_is_stale'))
    .select(wasStale(org, { at, side: 'after' }, rules).as('after_is_stale'))
    .select(causingArtifact(org, 'own').as('artifact_name'))
    .orderBy('flip.at', 'desc')
    .orderBy('environment.id')
    .limit(limit)
    .execute()
}

/** The newest deployments to environments with some tags, read in the same way. */
export function listNewestDeployments(
  org: OrgDatabase,
  { tags, from }: { tags: readonly string[]; from: number },
  limit: number,
) {
  return environmentsTagged(org, tags)
    .innerJoinLateral(
      (tables) =>
        tables
          .selectFrom('deployment')
          .select(['name', 'fingerprint', 'flow_id', 'template_reference_name'])
          .select(['snapshot_index', 'started_at'])
          .where('deployment.org_id', '=', org.orgId)
          .whereRef('deployment.environment_id', '=', 'environment.id')
          // The condition of the index by time.
          .where('deployment.started_at', '>=', sql.lit(0))
          .where('deployment.started_at', '>=', from)
          .orderBy('started_at', 'desc')
          .limit(sql.lit(limit))
          .as('own'),
      (join) => join.onTrue(),
    )
    .select(['environment.id as environment_id', 'environment.name as environment_name'])
    .select(['own.name', 'own.fingerprint', 'own.flow_id', 'own.template_reference_name'])
    .select(['own.snapshot_index', 'own.started_at'])
    .orderBy('own.started_at', 'desc')
    .orderBy('environment.id')
    .orderBy('own.name')
    .orderBy('own.flow_id')
    .limit(limit)
    .execute()
}

/** Silences of physical environments with some tags in a window, at most so many of each. */
export function listSilences(
  org: OrgDatabase,
  tags: readonly string[],
  window: { from: number; to: number },
  rules: ReportingRules,
  limit: number,
) {
  return environmentsTagged(org, tags)
    .innerJoinLateral(silencesOf(org, rules, window, limit).as('silence'), (join) => join.onTrue())
    .select(['environment.id', 'environment.name as environment_name'])
    .select(['silence.from', 'silence.to', 'silence.last_reported_at'])
    .where('environment.type', '!=', 'logical')
    .execute()
}

/**
 * States of physical environments with some tags from an instant on: that of the snapshot in force
 * then, and each flip since. It costs what the flips are, however many snapshots lie between.
 */
export function listStatesSince(org: OrgDatabase, tags: readonly string[], from: number) {
  const start = sql`coalesce((select max(index) from snapshot
    where org_id = ${org.orgId} and environment_id = environment.id and index = (
      select index from snapshot
      where org_id = ${org.orgId} and environment_id = environment.id
        and created_at <= ${from} order by created_at desc limit 1)), 1)`
  const states = sql<{ at: number; state: boolean | null }>`(
    select created_at as at, state from snapshot
    where org_id = ${org.orgId} and environment_id = environment.id and index = ${start}
    union all
    select created_at as at, state from snapshot
    where org_id = ${org.orgId} and environment_id = environment.id
      and is_flip and index > ${start})`
  return environmentsTagged(org, tags)
    .innerJoinLateral(states.as('standing'), (join) => join.onTrue())
    .select(['environment.id', 'environment.archived_at', 'standing.at', 'standing.state'])
    .where('environment.type', '!=', 'logical')
    .execute()
}

/** When exceptions carried the verdicts of physical environments with some tags, from an instant on. */
export function listExceptionPeriods(org: OrgDatabase, tags: readonly string[], from: number) {
  return environmentsTagged(org, tags)
    .innerJoin('exception_period as period', onOrgAnd('period.environment_id', 'environment.id'))
    .select(['environment.id', 'period.started_at as from', 'period.ended_at as to'])
    .where((is) => is.or([is('period.ended_at', 'is', null), is('period.ended_at', '>', from)]))
    .where('environment.type', '!=', 'logical')
    .execute()
}

const sumOf = (state: TrailState) =>
  sql<number>`coalesce(sum(counted.count) filter (where counted.state = ${state}), 0)::integer`

/** Counts trails begun in a window by flow and current state. */
export function countTrailsByFlow(
  org: OrgDatabase,
  { tags, from, to }: { tags: readonly string[]; from: number; to: number },
) {
  const query = org
    .selectFrom('flow')
    .innerJoinLateral(trailCounts(org, from, to).as('counted'), (join) => join.onTrue())
    .select('flow.name as flow_name')
    .select([
      sumOf('COMPLIANT').as('compliant'),
      sumOf('NON-COMPLIANT').as('non_compliant'),
      sumOf('INCOMPLETE').as('incomplete'),
    ])
    .where(isInView(org, 'flow.archived_at'))
    .groupBy('flow.name')
    .having(sql<number>`sum(counted.count)`, '>', 0)
    .orderBy('flow.name')
  return tags.reduce((some, tag) => some.where(matchesTag('flow.tags', tag)), query).execute()
}

/** Kinds of audit entries that a pipeline makes. */
const pipelineKinds: readonly AuditKind[] = [
  'flow_created',
  'trail_begun',
  'artifact_reported',
  'attestation_reported',
  'environment_created',
  'environment_reported',
]

/** The newest trail's time while the past of the organization is written; null otherwise. */
export async function findWrittenUntil(org: OrgDatabase): Promise<number | null> {
  const row = await org
    .selectFrom('organization_setting')
    .select((eb) =>
      eb
        .selectFrom('trail')
        .select('trail.created_at')
        .where('trail.org_id', '=', org.orgId)
        .orderBy('trail.created_at', 'desc')
        .limit(1)
        .as('until'),
    )
    .where('organization_setting.section', '=', pastSection)
    .executeTakeFirst()
  return row?.until ?? null
}

/**
 * A key that did what pipelines do among the first 1,000 changes, and any trail, attestation and
 * environment with a report, by name; null if there is none.
 */
export async function findFirstSteps(org: OrgDatabase) {
  const key = org
    .selectFrom('record_seal')
    .select('record_seal.key_label as name')
    .where('record_seal.seq', '<=', 1_000)
    .where('record_seal.key_label', 'is not', null)
    .where('record_seal.kind', 'in', pipelineKinds)
    .limit(1)
  const trail = org.selectFrom('trail').select('trail.name').limit(1)
  const attestation = org.selectFrom('attestation').select('attestation.name').limit(1)
  const environment = org
    .selectFrom('environment')
    .innerJoin('environment_state', onOrgAnd('environment_state.environment_id', 'environment.id'))
    .select('environment.name')
    .where('environment_state.last_reported_at', 'is not', null)
    .limit(1)
  const found = await Promise.all([
    key.executeTakeFirst(),
    trail.executeTakeFirst(),
    attestation.executeTakeFirst(),
    environment.executeTakeFirst(),
  ])
  const [byKey = null, first = null, second = null, third = null] = found.map(
    (row) => row?.name ?? null,
  )
  return { key: byKey, trail: first, attestation: second, environment: third }
}
