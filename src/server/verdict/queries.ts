import { sql } from 'kysely'
import type { AppliedRule, RunningGroup } from '#domain/verdict/outcome-counts.ts'
import type { EvidenceLimits } from '#domain/verdict/evidence-age.ts'
import { onOrgAnd } from '#server/database/conditions.ts'
import { isExpired, limitValues } from '#server/database/evidence-ages.ts'
import { latestActivity } from '#server/database/flow-activity.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'

/** The most recently active flows, with their templates. */
export function listCandidates(org: OrgDatabase, limit: number) {
  return org
    .selectFrom('flow')
    .innerJoin('template', onOrgAnd('template.id', 'flow.template_id'))
    .select(['flow.name', 'flow.tags', 'template.document'])
    .where('flow.archived_at', 'is', null)
    .orderBy(latestActivity(org), (order) => order.desc().nullsLast())
    .orderBy('flow.name')
    .limit(limit)
    .execute()
}

/** Running artifacts with equal verdicts; `tree_hash` is null before they are evaluated. */
type RunningRow = Omit<RunningGroup, 'rules'> & { tree_hash: string | null }

/** The active flows that hold an artifact of `running`, as a text of JSON. */
const flowsOfRunning = ({
  orgId,
}: OrgDatabase) => sql`(select json_agg(json_build_object('name', flow.name, 'tags', flow.tags)
      order by flow.name)::text
    from flow
    where flow.org_id = ${orgId} and flow.archived_at is null and flow.id in (
      select flow_id from artifact where artifact.org_id = ${orgId}
        and artifact.fingerprint = running.fingerprint))`

/** Expired evidence in each place of `verdict`, as a text of JSON; null where there is none. */
function expiredPlaces(limits: EvidenceLimits) {
  if (Object.keys(limits.maxAgeDays).length === 0) return sql`null::text`
  const values = limitValues(limits)
  return sql`(
    select json_agg(json_build_object('found', found, 'is_state', is_state) order by number)::text
    from (
      select place.number, array(
          select one.number - 1
          from json_array_elements(place.value -> 'evidence') with ordinality as one(value, number)
          where one.value -> 'is_override' is null
            and ${isExpired(sql`one.value ->> 'attestation_type'`, sql`one.value ->> 'recorded_at'`, values)}
        ) as found, exists (
          select from json_each_text(place.value -> 'state_evidence') as oldest
          where ${isExpired(sql`oldest.key`, sql`oldest.value`, values)}) as is_state
      from json_array_elements(verdict.places) with ordinality as place(value, number)) as aged
    having bool_or(is_state or found <> '{}'))`
}

/**
 * Condition that places of `verdict` have overrides, or a trail's state that nothing stands behind.
 * A regular expression takes three times as long to say so.
 */
const arePlacesNeeded = sql`(${sql.join(
  ['"is_override":', '"override_ids":', '"state_evidence":{}'].map(
    (text) => sql`strpos(verdict.places::text, ${sql.lit(text)}) > 0`,
  ),
  sql` or `,
)})`

/**
 * The verdict now of an artifact of `running`, found by an index ("offset 0"): where the planner knows
 * nothing of the tables, it joins all that run with all that was evaluated.
 */
const verdictNow = ({ orgId }: OrgDatabase) => sql`lateral (
  select * from verdict
  where verdict.org_id = ${orgId} and verdict.environment_id = running.environment_id
    and verdict.name = running.name and verdict.fingerprint = running.fingerprint
    and verdict.to_index is null offset 0) as verdict`

/**
 * Counts the running artifacts of some environments, those with equal verdicts together. Places are
 * read only where something was overridden, or nothing stands behind the state of a trail; active
 * flows only where they are wanted.
 */
export function listRunningGroups(
  org: OrgDatabase,
  environmentIds: readonly string[],
  { withFlows, limits }: { withFlows: boolean; limits: EvidenceLimits },
): Promise<RunningRow[]> {
  return org.query(sql<RunningRow>`
    select environment_id, tree_hash, is_allow_listed, places::json as places,
      expired::json as expired, coalesce(flows::json, '[]') as flows, count(*)::integer as count
    from (
      select running.environment_id, verdict.tree_hash,
        coalesce(verdict.reason = 'allowed', false) as is_allow_listed,
        case when ${arePlacesNeeded} then verdict.places::text end as places,
        ${expiredPlaces(limits)} as expired,
        ${withFlows ? flowsOfRunning(org) : sql`null::text`} as flows
      from running
      left join ${verdictNow(org)} on true
      where running.org_id = ${org.orgId} and running.to_index is null
        and running.environment_id = any(${environmentIds})) as one
    group by environment_id, tree_hash, is_allow_listed, places, expired, flows`)
}

/**
 * The rules of some derivations of verdicts, each derivation once, however many artifacts have it.
 * @param detailed derivations whose resolutions are read, too
 * @param policies names of those whose rules are read; null for all
 */
export function listTreeRules(
  org: OrgDatabase,
  hashes: readonly string[],
  { detailed, policies }: { detailed: readonly string[]; policies: readonly string[] | null },
) {
  const isWanted = policies ? sql`said ->> 'policy_name' = any(${policies})` : sql`true`
  return org.query(sql<AppliedRule & { hash: string }>`
    select tree.hash, said ->> 'policy_name' as policy_name,
      (said ->> 'policy_version')::integer as policy_version,
      (rule.number - 1)::integer as position, evaluated -> 'rule' ->> 'type' as type,
      evaluated -> 'rule' -> 'definition' ->> 'for_control' as for_control,
      (evaluated ->> 'satisfied')::boolean as satisfied,
      exists (select from json_array_elements(evaluated -> 'resolutions') as resolution
        where resolution -> 'exception' is not null) as is_exempt,
      case when tree.hash = any(${detailed}) then evaluated -> 'resolutions' end as resolutions
    from verdict_tree as tree
    cross join lateral json_array_elements(tree.policies) as said
    cross join lateral json_array_elements(said -> 'rules')
      with ordinality as rule(evaluated, number)
    where tree.org_id = ${org.orgId} and tree.hash = any(${hashes}) and ${isWanted}`)
}

/** Of the same artifact in the same environment. */
const isOfSame = (
  { orgId }: OrgDatabase,
  alias: string,
) => sql`${sql.ref(`${alias}.org_id`)} = ${orgId}
  and ${sql.ref(`${alias}.environment_id`)} = verdict.environment_id
  and ${sql.ref(`${alias}.name`)} = verdict.name
  and ${sql.ref(`${alias}.fingerprint`)} = verdict.fingerprint`

/** Condition that a derivation of a verdict fails a rule for a control. */
const failsFor = ({ orgId }: OrgDatabase, hash: string, control: string) => sql`exists (
  select from verdict_tree as tree
  cross join lateral json_array_elements(tree.policies) as said
  cross join lateral json_array_elements(said -> 'rules') as evaluated
  where tree.org_id = ${orgId} and tree.hash = ${sql.ref(hash)}
    and evaluated -> 'rule' -> 'definition' ->> 'for_control' = ${control}
    and evaluated ->> 'satisfied' = 'false')`

/** The running artifacts of some environments that fail a rule for a control now, with their active flows. */
export function listFailingNow(
  org: OrgDatabase,
  environmentIds: readonly string[],
  control: string,
) {
  return org.query(sql<{
    environment_id: string
    name: string
    fingerprint: string
    flows: NonNullable<RunningGroup['flows']>
  }>`
    select verdict.environment_id, verdict.name, verdict.fingerprint,
      coalesce(${flowsOfRunning(org)}::json, '[]') as flows
    from running
    cross join ${verdictNow(org)}
    where running.org_id = ${org.orgId} and running.to_index is null
      and running.environment_id = any(${environmentIds})
      and ${failsFor(org, 'verdict.tree_hash', control)}`)
}

/**
 * The running artifacts of some environments that fail a rule for a control now, each with the
 * instant since when its verdicts there say so without a gap, and its active flows. They may have said
 * so before where the first of these verdicts replaced one of the same snapshot.
 */
export function listFailingSince(
  org: OrgDatabase,
  environmentIds: readonly string[],
  control: string,
) {
  const fails = (hash: string) => failsFor(org, hash, control)
  return org.query(sql<{
    environment_id: string
    since: number
    may_be_longer: boolean
    flows: NonNullable<RunningGroup['flows']>
  }>`
    select verdict.environment_id, first.evaluated_at as since,
      first.evaluated_at > (select created_at from snapshot
        where snapshot.org_id = ${org.orgId} and snapshot.environment_id = verdict.environment_id
          and snapshot.index = first.from_index) as may_be_longer,
      coalesce(${flowsOfRunning(org)}::json, '[]') as flows
    from running
    cross join ${verdictNow(org)}
    cross join lateral (
      select failing.evaluated_at, failing.from_index from verdict as failing
      where ${isOfSame(org, 'failing')} and ${fails('failing.tree_hash')} and not exists (
        select from verdict as before
        where ${isOfSame(org, 'before')} and before.to_index = failing.from_index
          and ${fails('before.tree_hash')})
      order by failing.from_index desc limit 1) as first
    where running.org_id = ${org.orgId} and running.to_index is null
      and running.environment_id = any(${environmentIds})
      and ${fails('verdict.tree_hash')}`)
}
