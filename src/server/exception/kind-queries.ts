import { type RawBuilder, sql } from 'kysely'
import { type OverrideState, overrideStates } from '#contract/override/override.ts'
import { standingStates } from '#domain/override/override-states.ts'
import {
  isInView,
  isNotStuck,
  isOfArchivedFlow,
  soonOrActive,
  stateOfEntry,
} from '#server/database/conditions.ts'
import { isOneOf } from '#server/database/keyset-page.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'

/** Names of the columns of exceptions, in their order. */
export const exceptionColumns = sql`kind, place, id, name, flow_name, flow_archived, trail_name, environment_id,
  environment_name, policy_id, policy_name, policy_version, policy_line, rule,
  artifact_fingerprint, state, reason, external_urls, created_at, created_by, created_by_id,
  expires_at, ended_at, ended_by, has_usual_expiry, approved_by, is_reviewed, reviewed_at, reviewed_by,
  review_outcome, attestation_type, is_compliant`

/** Exceptions of one kind that all wait, or do not: a query with the columns of `exceptionColumns`. */
export interface KindOfExceptions {
  waits: boolean
  /** Its place in the register. */
  place: number
  rows: RawBuilder<unknown>
}

/**
 * Exceptions and requests of every kind, in their order. Columns that a query of them does not use
 * are not worked out. Of the states only these, or all: what has ended is not read for what is in
 * force. Requests are apart, since they come first; with `isSplit` each standing is, so that each
 * query can be read in the order of an index.
 */
export function exceptionsByKind(
  org: OrgDatabase,
  now: number,
  { states = overrideStates, isSplit = false }: { states?: States; isSplit?: boolean } = {},
): KindOfExceptions[] {
  const standings = new Set(states.map(standingOf))
  const others = [...standings].filter((standing) => standing !== 'requested')
  const groups = isSplit ? others.map((standing) => [standing]) : [others]
  const sources = [
    ...(standings.has('requested') ? [{ waits: true, standings: ['requested'] }] : []),
    ...groups.filter(({ length }) => length > 0).map((standings) => ({ waits: false, standings })),
  ]
  return [
    ...sources.map(({ waits, standings }) => ({
      waits,
      place: 1,
      rows: overrides(org, now, standings),
    })),
    ...sources.map(({ waits, standings }) => ({
      waits,
      place: 2,
      rows: allowances(org, now, standings),
    })),
    ...(standings.has('stands')
      ? [
          { waits: false, place: 3, rows: policyExceptions(org) },
          { waits: false, place: 4, rows: snoozes(org) },
        ]
      : []),
  ]
}
type States = readonly OverrideState[]

const standingOf = (state: OverrideState) => (standingStates.includes(state) ? 'stands' : state)

/** A field of the attestation of an override, or of the request for one. */
const ofDraft = ({ orgId }: OrgDatabase, column: string) => sql`(
  select ${sql.ref(`attestation.${column}`)} from attestation
  where attestation.org_id = ${orgId} and attestation.id = entry.id
  union all
  select ${sql.ref(`proposal.${column}`)} from override_proposal proposal
  where proposal.org_id = ${orgId} and proposal.id = entry.id and entry.is_request
  limit 1)`

const reviewOf = ({ orgId }: OrgDatabase, column: string) => sql`(
  select ${sql.ref(`review.${column}`)} from override_review review
  where review.org_id = ${orgId} and review.override_id = entry.id
  order by review.id desc limit 1)`

const overrides = (org: OrgDatabase, now: number, standings: readonly string[]) => sql`
  select 'override' as kind, 1 as place, entry.id, ${ofDraft(org, 'name')} as name,
    flow.name as flow_name, ${isOfArchivedFlow} as flow_archived, (
      select trail.name from trail
      where trail.org_id = ${org.orgId} and trail.id = ${ofDraft(org, 'trail_id')}) as trail_name,
    null::text as environment_id, null::text as environment_name,
    null::text as policy_id, null::text as policy_name,
    null::integer as policy_version, null::integer as policy_line, null::text as rule,
    ${ofDraft(org, 'fingerprint')} as artifact_fingerprint,
    ${stateOfEntry('entry', now)} as state,
    ${ofDraft(org, 'payload')} ->> 'reason' as reason,
    ${ofDraft(org, 'payload')} -> 'external_urls' as external_urls,
    entry.created_at, entry.created_by, coalesce(
      (select created_by_id from override_state state
        where state.org_id = ${org.orgId} and state.override_id = entry.id),
      (select requested_by_id from override_proposal proposal
        where proposal.org_id = ${org.orgId} and proposal.id = entry.id)) as created_by_id,
    entry.expires_at, entry.ended_at, coalesce(
      (select ended_by from override_end ending
        where ending.org_id = ${org.orgId} and ending.override_id = entry.id),
      (select decided_by from override_proposal proposal
        where proposal.org_id = ${org.orgId} and proposal.id = entry.id)) as ended_by,
    entry.is_request and (select has_usual_expiry from override_proposal proposal
      where proposal.org_id = ${org.orgId} and proposal.id = entry.id) as has_usual_expiry,
    (select approved_by from override_state state
      where state.org_id = ${org.orgId} and state.override_id = entry.id) as approved_by,
    entry.is_reviewed, ${reviewOf(org, 'reviewed_at')} as reviewed_at,
    ${reviewOf(org, 'reviewed_by')} as reviewed_by,
    (select decision.outcome from exception_review decision
      where decision.org_id = ${org.orgId} and decision.exception_id = entry.id
        and decision.reviewed_at = ${reviewOf(org, 'reviewed_at')}
      limit 1) as review_outcome,
    entry.type as attestation_type, entry.is_compliant
  from override_entry entry
  join flow on flow.org_id = ${org.orgId} and flow.id = entry.flow_id
  where entry.org_id = ${org.orgId} and ${isOneOf('entry.standing', standings)}
    and ${isNotStuck('entry')}`

/** The last review of an exception of another kind, since it is there; and what it has not. */
const reviewed = (org: OrgDatabase, id: RawBuilder<unknown>, since: RawBuilder<unknown>) => {
  const last = (column: string) => sql`(
    select ${sql.ref(`decision.${column}`)} from exception_review decision
    where decision.org_id = ${org.orgId} and decision.exception_id = ${id}
      and decision.reviewed_at >= ${since}
    order by decision.id desc limit 1)`
  return sql`${last('id')} is not null as is_reviewed, ${last('reviewed_at')} as reviewed_at,
    ${last('reviewed_by')} as reviewed_by, ${last('outcome')} as review_outcome,
    null::text as attestation_type, null::boolean as is_compliant`
}

const allowances = (org: OrgDatabase, now: number, standings: readonly string[]) => sql`
  select 'allow_list', 2, allowed.id, allowed.name, null, false, null, allowed.environment_id,
    environment.name, null, null, null, null, null, allowed.fingerprint,
    case allowed.standing when 'stands' then ${soonOrActive(sql`allowed.expires_at`, now)}
      else allowed.standing end,
    allowed.description, null, allowed.created_at, allowed.created_by, allowed.created_by_id,
    allowed.expires_at, allowed.ended_at, allowed.ended_by, allowed.has_usual_expiry, allowed.approved_by,
    ${reviewed(org, sql`allowed.id`, sql`allowed.created_at`)}
  from allowed_artifact allowed
  join environment on environment.org_id = ${org.orgId}
    and environment.id = allowed.environment_id
  where allowed.org_id = ${org.orgId} and ${isOneOf('allowed.standing', standings)}
    and ${isInView(org, 'environment.archived_at')}`

/** The rules of policies that can have exceptions, with their types in verdicts. */
const rules = sql`(values ('provenance', 'provenance'), ('trail_compliance', 'trail-compliance'))
  as rule(field, type)`

const policyExceptionId = sql`policy.id || ':' || rule.type || ':' || md5(one.value -> 'if' ->> 'text')`

/**
 * Of the newest version of each policy; made by who wrote the version that added the condition, the
 * last time where it had been left out.
 */
const policyExceptions = (org: OrgDatabase) => sql`
  select 'policy', 3, ${policyExceptionId},
    one.value -> 'if' ->> 'text', null, false, null, null, null, policy.id, policy.name, newest.version,
    (newest.document -> 'artifacts' -> rule.field -> 'exception_lines'
      ->> (one.number - 1)::integer)::integer,
    rule.type, null, 'active', first.comment, null, first.created_at, first.created_by,
    first.created_by_id, null::double precision, null::double precision, null, false, null,
    ${reviewed(org, policyExceptionId, sql`first.created_at`)}
  from policy
  cross join lateral (
    select version, document from policy_version
    where org_id = ${org.orgId} and policy_id = policy.id order by version desc limit 1) newest
  cross join ${rules}
  cross join lateral (
    select value, min(number) as number
    from (select value::text as value, number from json_array_elements(
      newest.document -> 'artifacts' -> rule.field -> 'exceptions')
      with ordinality as listed(value, number)) listed
    group by value) as alike
  cross join lateral (select alike.value::json as value, alike.number) one
  cross join lateral (
    select version.comment, version.created_at, version.created_by, version.created_by_id
    from policy_version version
    where version.org_id = ${org.orgId} and version.policy_id = policy.id
      and version.version > coalesce((
        select without.version from policy_version without
        where without.org_id = ${org.orgId} and without.policy_id = policy.id
          and not exists (
            select from json_array_elements(
              without.document -> 'artifacts' -> rule.field -> 'exceptions') earlier
            where earlier -> 'if' ->> 'text' = one.value -> 'if' ->> 'text')
        order by without.version desc limit 1), 0)
    order by version.version limit 1) first
  where policy.org_id = ${org.orgId} and policy.archived_at is null
    and (newest.document -> 'artifacts' -> rule.field ->> 'required')::boolean`

const snoozes = (org: OrgDatabase) => sql`
  select 'snooze', 4, snooze.environment_id || ':' || snooze.user_id, environment.name, null, false, null,
    snooze.environment_id, environment.name, null, null, null, null, null, null, 'active', '', null,
    snooze.snoozed_at, user_account.name, snooze.user_id, null::double precision,
    null::double precision, null, false, null, false, null, null, null, null, null
  from snooze
  join environment on environment.org_id = ${org.orgId} and environment.id = snooze.environment_id
  join user_account on user_account.id = snooze.user_id
  where snooze.org_id = ${org.orgId} and ${isInView(org, 'environment.archived_at')}`
