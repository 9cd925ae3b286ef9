import { type Kysely, sql } from 'kysely'

const columns = sql`
  alter table artifact_state add column override_ids text[] not null default '{}';
  alter table trail_status add column override_count integer not null default 0;
  alter table verdict add column carriers json;
  alter table environment_state add column carriers json`

// Evaluating each environment once finds the qualifiers of verdicts on running artifacts.
const reevaluation = sql`
  insert into reevaluation_queue (org_id, id, policy_id, cause)
  select distinct on (attached.org_id, attached.policy_id)
    attached.org_id, 'carriers-' || attached.policy_id, attached.policy_id,
    json_build_object('kind', 'policy_version', 'by', 'Cairn', 'by_id', '',
      'at', extract(epoch from now()), 'policy_name', policy.name)
  from policy_attachment attached
  join policy on policy.org_id = attached.org_id and policy.id = attached.policy_id`

// The overrides of slots stand in the stored statuses; where evidence fails, none carries the state.
const overridesOfTrails = sql`
  with slots as (
    select status.org_id, status.trail_id, slot,
      coalesce((slot ->> 'is_override')::boolean, false) as is_override,
      (slot ->> 'is_compliant')::boolean as is_compliant, status.state
    from trail_status status
    cross join lateral jsonb_path_query(status.status::jsonb, '$.**.attestations_statuses[*]') slot
    where status.status::text like '%"is_override":true%'),
  counted as (
    select org_id, trail_id,
      count(distinct slot ->> 'attestation_id') filter (where is_override
        and is_compliant = (state <> 'NON-COMPLIANT')) as overrides,
      bool_or(not is_compliant and not is_override) as fails_on_evidence
    from slots group by org_id, trail_id)
  update trail_status set override_count = counted.overrides
  from counted
  where counted.org_id = trail_status.org_id and counted.trail_id = trail_status.trail_id
    and not counted.fails_on_evidence`

const overridesOfArtifacts = sql`
  with artifacts as (
    select status.org_id, one.value ->> 'artifact_id' as artifact_id,
      (status.status -> 'attestations_statuses')::jsonb
        || (one.value -> 'attestations_statuses') as slots
    from trail_status status
    cross join lateral jsonb_each((status.status -> 'artifacts_statuses')::jsonb) one
    where status.status::text like '%"is_override":true%'),
  carried as (
    select org_id, artifact_id, array_agg(distinct slot ->> 'attestation_id')
      filter (where (slot ->> 'is_override')::boolean) as override_ids,
      bool_or(slot ->> 'is_compliant' = 'false' and slot ->> 'is_override' is null) as fails
    from artifacts cross join lateral jsonb_array_elements(slots) slot
    group by org_id, artifact_id)
  update artifact_state set override_ids = carried.override_ids
  from carried
  where carried.org_id = artifact_state.org_id and carried.artifact_id = artifact_state.artifact_id
    and carried.override_ids is not null and not carried.fails`

/** Adds what carries verdicts beside evidence: overrides, allow-list, exceptions of policies. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of [columns, overridesOfTrails, overridesOfArtifacts, reevaluation]) {
    await statement.execute(database)
  }
}
