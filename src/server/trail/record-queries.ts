import { sql } from 'kysely'
import type { TrailEvent } from '#contract/trail/trail-event.ts'
import { wholeStatus } from '#domain/trail/whole-status.ts'
import { storedStatus, onOrgAnd } from '#server/database/conditions.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { preparedQuery } from '#server/database/prepared-query.ts'
import { type StartOrExit, startsAndExitsOf } from '#server/database/shared-selects.ts'

/** Ids of the repositories of the joined trail, its artifacts and its attestations. */
function repoIds(org: OrgDatabase) {
  const of = (table: 'artifact' | 'attestation') =>
    sql`select repo_id from ${sql.table(table)} as of_trail
      where of_trail.org_id = ${org.orgId} and of_trail.trail_id = trail.id`
  return sql<string[]>`array_remove(array(
    select trail.repo_id union ${of('artifact')} union ${of('attestation')}), null)`
}

/** Version of the flow's template that the joined trail began with; null for one of its own. */
const templateVersion = (org: OrgDatabase) => sql<number | null>`(
  select version from flow_template
  where flow_template.org_id = ${org.orgId} and flow_template.flow_id = trail.flow_id
    and flow_template.template_id = trail.template_id
    and flow_template.created_at <= trail.created_at
  order by version desc limit 1)`

/**
 * Events of the joined trail, oldest first, as they are answered: joined to the stored text, which
 * takes a fraction of what copying each field of a parsed one does.
 */
const events = (org: OrgDatabase) => sql<TrailEvent[]>`(
  select coalesce('[' || string_agg(
      left(json_build_object('org_id', trail.org_id, 'flow_id', trail.flow_id,
        'trail_id', trail.id, 'timestamp', recorded_at, 'type', type)::text, -1)
      || case body::text when '{}' then '}' else ',' || substr(body::text, 2) end,
    ',' order by recorded_at, id) || ']', '[]')::json
  from trail_event
  where trail_event.org_id = ${org.orgId} and trail_event.trail_id = trail.id)`

/** Starts and exits of the artifacts of the joined trail. */
const moves = (org: OrgDatabase) => sql<StartOrExit[]>`(
  select coalesce(json_agg(move), '[]') from ${startsAndExitsOf(
    org,
    sql`(select distinct fingerprint from artifact
      where artifact.org_id = ${org.orgId} and artifact.trail_id = trail.id)`,
  )} as move)`

/** Trails with all that a record of them holds. */
const records = (org: OrgDatabase) =>
  org
    .selectFrom('flow')
    .innerJoin('trail', onOrgAnd('trail.flow_id', 'flow.id'))
    .innerJoin('trail_status', onOrgAnd('trail_status.trail_id', 'trail.id'))
    .innerJoin('template', onOrgAnd('template.id', 'trail.template_id'))
    .selectAll('trail')
    .select(['flow.name as flow_name', 'flow.tags as flow_tags'])
    .select('flow.archived_at as flow_archived_at')
    .select(['template.content', 'template.document', 'trail_status.state', ...storedStatus])
    .select(templateVersion(org).as('template_version'))
    .select([repoIds(org).as('repo_ids'), events(org).as('events'), moves(org).as('moves')])

const recordNamed = preparedQuery((org, names: { flow_name: string; trail_name: string }) =>
  records(org).where('flow.name', '=', names.flow_name).where('trail.name', '=', names.trail_name),
)
const recordOfId = preparedQuery((org, { id }: { id: string }) =>
  records(org).where('trail.id', '=', id),
)

/** Finds a trail by its id, or by its name and that of its flow, with all that a record of it holds. */
export async function findTrailRecord(
  org: OrgDatabase,
  by: { id: string } | { flow_name: string; trail_name: string },
) {
  const [found] = await ('id' in by ? recordOfId(org, by) : recordNamed(org, by))
  if (!found) return undefined
  return { ...found, status: wholeStatus(found), repo_ids: found.repo_ids.sort() }
}
export type TrailRecordRow = NonNullable<Awaited<ReturnType<typeof findTrailRecord>>>
