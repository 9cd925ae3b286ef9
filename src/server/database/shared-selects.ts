import { type InferResult, type RawBuilder, sql } from 'kysely'
import type { TrailState } from '#contract/verdict/compliance-status.ts'
import { isOfArchivedFlow } from './conditions.ts'
import { isWholeDay, partialDaysOf } from './keyset-page.ts'
import type { OrgDatabase } from './org-database.ts'

/** Columns of an attestation. */
export const ownColumns = [
  'attestation.id',
  'attestation.flow_id',
  'attestation.trail_id',
  'attestation.name',
  'attestation.type',
  'attestation.is_compliant',
  'attestation.is_flipped',
  'attestation.is_override',
  'attestation.overridden_attestation_id',
  'attestation.fingerprint',
  'attestation.commit_sha',
  'attestation.payload',
  'attestation.evidence_sha256',
  'attestation.evidence_name',
  'attestation.evidence_size',
  'attestation.created_at',
  'attestation.reported_by',
  'attestation.control_version',
  'attestation.control_name',
  'attestation.outcome',
] as const

/** Attestations with their own columns. */
export const attestations = (org: OrgDatabase) => org.selectFrom('attestation').select(ownColumns)

/** The newest override of the whole attestation that has not ended. */
const overriding = (org: OrgDatabase) => sql<{
  id: string
  override: {
    reason: string
    reported_by: string
    approved_by: string | null
    created_at: number
    expires_at: number | null
  }
} | null>`(
  select json_build_object('id', override_id, 'override', json_build_object(
    'reason', given.payload ->> 'reason', 'reported_by', given.reported_by,
    'approved_by', approved_by, 'created_at', given.created_at, 'expires_at', expires_at))
  from overridden join override_state using (org_id, override_id)
  join attestation as given on given.org_id = overridden.org_id and given.id = override_id
  where overridden.org_id = ${org.orgId} and overridden.attestation_id = attestation.id
    and is_whole and ended_at is null
  order by override_id desc limit 1)`

/** The commit that an attestation belongs to. */
const gitCommit = (org: OrgDatabase) => sql<string | null>`coalesce(
  attestation.commit_sha,
  case when attestation.fingerprint is not null then (
    select git_commit from artifact
    where org_id = ${org.orgId} and artifact.trail_id = attestation.trail_id
      and artifact.fingerprint = attestation.fingerprint limit 1)
  else trail.commit_sha end)`

/** When retention removed the evidence file; null while it is kept, or where there is none. */
const evidenceRemoved = (org: OrgDatabase) => sql<number | null>`(
  select removed_at from evidence_file
  where org_id = ${org.orgId} and sha256 = attestation.evidence_sha256)`

/** Current override fields of an override. */
const overrideState = (org: OrgDatabase) => sql<{
  approved_by: string | null
  expires_at: number | null
  ended_at: number | null
} | null>`(
  select json_build_object('approved_by', approved_by, 'expires_at', expires_at,
    'ended_at', ended_at)
  from override_state where org_id = ${org.orgId} and attestation.is_override
    and override_id = attestation.id)`

/**
 * Chosen attestations with the names of their flow and trail, newest first. They are chosen before
 * the names are joined, so that a page costs a page however large the tables are.
 */
export function withNames(org: OrgDatabase, chosen: ReturnType<typeof attestations>) {
  return org
    .selectFrom('flow')
    .innerJoin(chosen.as('attestation'), (join) =>
      join.onRef('attestation.flow_id', '=', 'flow.id'),
    )
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('trail')
          .select(['trail.name', 'trail.commit_sha'])
          .where('trail.org_id', '=', org.orgId)
          .whereRef('trail.id', '=', 'attestation.trail_id')
          // One by one, whatever the planner knows of how many trails there are.
          .offset(sql.lit(0))
          .as('trail'),
      (join) => join.onTrue(),
    )
    .selectAll('attestation')
    .select(['flow.name as flow_name', 'trail.name as trail_name'])
    .select(isOfArchivedFlow.as('flow_archived'))
    .select([overriding(org).as('overriding'), overrideState(org).as('standing')])
    .select(evidenceRemoved(org).as('evidence_removed_at'))
    .select(gitCommit(org).as('git_commit'))
    .orderBy('attestation.created_at', 'desc')
    .orderBy('attestation.id', 'desc')
}

/** Policies, archived ones included, with their newest versions. */
export const withNewestVersion = (org: OrgDatabase) =>
  org
    .selectFrom('policy')
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('policy_version')
          .select(['policy_version.version', 'policy_version.document'])
          .where('policy_version.org_id', '=', org.orgId)
          .whereRef('policy_version.policy_id', '=', 'policy.id')
          .orderBy('policy_version.version', 'desc')
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .select(['policy.id', 'policy.name', 'policy.description'])
    .select(['newest.version', 'newest.document'])

/**
 * Name of the artifact by which a report made a snapshot flip, by the alias of the snapshot: one that
 * fails from then on, or that is gone; in a logical environment, one of the member that flipped. Null
 * where there is none.
 */
export const causingArtifact = ({ orgId }: OrgDatabase, snapshot: string) => {
  const column = (name: string) => sql.ref(`${snapshot}.${name}`)
  const place = sql`(
    select ${column('environment_id')} as environment_id, ${column('index')} as index
    union all
    select began.member_id, began.member_index
    from snapshot_member as began join snapshot_member as ended
      on ended.org_id = began.org_id and ended.environment_id = began.environment_id
      and ended.member_id = began.member_id and ended.to_index = began.from_index
    where began.org_id = ${orgId} and began.from_index = ${column('index')}
      and began.environment_id = ${column('environment_id')}) as place`
  return sql<string | null>`(
    select event.name from ${place} join environment_event as event
      on event.org_id = ${orgId} and event.environment_id = place.environment_id
      and event.snapshot_index = place.index
    where event.type <> 'scaled' and case when ${column('state')} then event.type = 'exited'
      else event.compliant is not distinct from ${column('state')} and event.type <> 'exited' end
    order by (event.compliant is false) desc, event.id limit 1)`
}

/**
 * Bits of a position in the audit log within its bucket of 256. Indexes of filters are ordered by
 * buckets: entries of one that have a value in common share its place in the index.
 */
export const bucketBits = 8
/** The bucket that an entry lies in, as indexed: who orders by it and then by position uses an index. */
export const bucket = sql`(record_seal.seq >> ${sql.lit(bucketBits)})`

/** Numbers of trails of the joined flow, by the day they began on and by state. */
export interface TrailCount {
  day: number
  state: TrailState
  count: number
}

/**
 * Counts trails of the joined flow that began between two instants, both included; null is open.
 * Whole days are counted already; of the first and the last day, trails are counted.
 */
export function trailCounts(
  { orgId }: OrgDatabase,
  from: number | null,
  to: number | null,
): RawBuilder<TrailCount> {
  const isOfFlow = (table: string) =>
    sql`${sql.ref(`${table}.org_id`)} = ${orgId} and ${sql.ref(`${table}.flow_id`)} = flow.id`
  const isWhole = isWholeDay(sql.ref('day'), from, to)
  const edges = partialDaysOf(sql.ref('trail.created_at'), from, to).map(
    ({ day, holds }) => sql`
      union all select ${day}, trail_status.state, 1 from trail
      join trail_status on trail_status.org_id = trail.org_id and trail_status.trail_id = trail.id
      where ${isOfFlow('trail')} and ${holds}`,
  )
  return sql<TrailCount>`(
    select day, state, count from trail_tally where ${isOfFlow('trail_tally')} and ${isWhole}
    union all
    select day, state, amount from trail_delta where ${isOfFlow('trail_delta')} and ${isWhole}
    ${edges.length > 0 ? sql.join(edges, sql` `) : sql``})`
}

/** Columns of a verdict. */
export const verdictColumns = [
  'verdict.name',
  'verdict.fingerprint',
  'verdict.compliant',
  'verdict.reason',
  'verdict.failing_policy_ids',
  'verdict.carriers',
  'verdict.hash',
  'verdict.tree_hash',
  'verdict.evaluated_at',
  'verdict.from_index',
  'verdict.to_index',
] as const

/** Query of the current verdicts of an environment, by its id. */
export const verdictsNow = (org: OrgDatabase, environmentId: string | RawBuilder<string>) =>
  org
    .selectFrom('verdict')
    .select(verdictColumns)
    .where('verdict.environment_id', '=', environmentId)
    .where('verdict.to_index', 'is', null)

/**
 * Condition that a slot of an artifact's trail counts for it: its own, or one of its trail. By
 * "offset 0" slots are read artifact by artifact, whatever the planner knows of their number.
 */
export const isSlotOfArtifact = ({ orgId }: OrgDatabase) => sql`
  slot.org_id = ${orgId} and slot.trail_id = artifact.trail_id and (
    slot.scope = '' or slot.scope = 'artifact:' || artifact.fingerprint
    or substring(slot.scope from '^target:([^@]*)@') = artifact.template_reference_name
      and starts_with(artifact.git_commit, substring(slot.scope from '@([^@]{5,})$')))`

/**
 * Select of what ran by a fingerprint. By "offset 0" it is looked up, and by the order of its index:
 * fingerprints of artifacts have another. Else all that runs may be read for one entry.
 */
export const ranAs = ({ orgId }: OrgDatabase, fingerprint: string) => sql`
  select * from running where running.org_id = ${orgId}
    and running.fingerprint = ${sql.ref(fingerprint)} collate "default" offset 0`

/** So many starts and exits of an artifact are read. */
const maxMoves = 100

/**
 * The newest times that each of some artifacts started and exited, with its instances under all names
 * then.
 * @param wanted relation of their fingerprints
 */
export const startsAndExitsOf = (org: OrgDatabase, wanted: RawBuilder<unknown>) =>
  org
    .selectFrom('environment')
    .innerJoin(
      sql<{
        fingerprint: string
        environment_id: string
        index: number
        at: number
        type: string
        now: number
      }>`(
        select event.* from ${wanted} as wanted(fingerprint) cross join lateral (
          select fingerprint, environment_id, snapshot_index as index, recorded_at as at, now,
            case when type = 'exited' then 'exited' else 'started' end as type
          from environment_event
          where org_id = ${org.orgId} and fingerprint = wanted.fingerprint
            and type in ('started', 'started-compliant', 'started-non-compliant', 'exited')
          order by recorded_at desc, id desc limit ${sql.lit(maxMoves)}) as event)`.as('event'),
      (join) => join.onRef('event.environment_id', '=', 'environment.id'),
    )
    .select(['event.fingerprint', 'environment.id', 'environment.name as environment_name'])
    .select(['event.index', 'event.at', 'event.type'])
    .select(({ fn }) => fn.sum<number>('event.now').as('instance_count'))
    .groupBy(['event.fingerprint', 'environment.id', 'environment.name'])
    .groupBy(['event.index', 'event.at', 'event.type'])
    .orderBy('event.at')

/** A start or an exit of an artifact. */
export type StartOrExit = InferResult<ReturnType<typeof startsAndExitsOf>>[number]
