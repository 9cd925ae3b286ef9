import { type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { RecentEntry } from '#domain/trail/whole-status.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { preparedQuery } from '#server/database/prepared-query.ts'
import { artifactsOfTrails, currentOfTrails } from './trail-queries.ts'

/** Recent entries, those of artifacts included, with which a status is written whole again. */
const maxRecentEntries = 64

/**
 * Reads the template of a trail, its reports and its stored figures by one query.
 * @param report - if given, only what it replaces and the artifact that it is on are read, where its
 *   entries can be kept apart
 */
export async function readTrail(
  org: OrgDatabase,
  trail: { id: string; template_id: string },
  report: { name: string; scope: string; fingerprint: string | null } | null = null,
) {
  const [row] = await trailWithReports(org, {
    trail_id: trail.id,
    template_id: trail.template_id,
    name: report?.name ?? '',
    scope: report?.scope ?? '',
    fingerprint: report?.fingerprint ?? '',
  })
  const { current, ...others } = row!
  return { ...others, current: inRows(current) }
}

type CurrentRow = Awaited<ReturnType<ReturnType<typeof currentOfTrails>['execute']>>[number]
type CurrentColumns = { [Name in keyof CurrentRow]: CurrentRow[Name][] }

const currentColumns = Object.keys({
  trail_id: true,
  id: true,
  name: true,
  type: true,
  is_compliant: true,
  fingerprint: true,
  commit_sha: true,
  overridden_attestation_id: true,
  is_override: true,
  scope: true,
} satisfies Record<keyof CurrentRow, true>) as (keyof CurrentRow)[]

/** A list for each column, which of many rows takes half as long as an object for each row. */
function inColumns(rows: ReturnType<typeof currentOfTrails>): RawBuilder<CurrentColumns> {
  const lists = currentColumns.map(
    (name) => sql`${sql.lit(name)}, coalesce(json_agg(one.${sql.id(name)}), '[]')`,
  )
  return sql`(select json_build_object(${sql.join(lists)}) from (${rows}) as one)`
}

function inRows(columns: CurrentColumns): CurrentRow[] {
  return columns.id.map((_, index) => {
    const row: Partial<Record<keyof CurrentRow, unknown>> = {}
    for (const name of currentColumns) row[name] = columns[name][index]
    return row as CurrentRow
  })
}

const trailWithReports = preparedQuery(
  (
    org,
    {
      trail_id,
      template_id,
      name,
      scope,
      fingerprint,
    }: Record<'trail_id' | 'template_id' | 'name' | 'scope' | 'fingerprint', string>,
  ) => {
    const ids = sql<string[]>`array[${trail_id}]`
    const recent = sql`case ${scope}::text when '' then trail_status.recent
      else trail_status.recent_of_artifacts end`
    const isApart = sql<boolean>`(${name}::text <> '' and coalesce(
      json_array_length(trail_status.recent) + json_array_length(trail_status.recent_of_artifacts)
        < ${sql.lit(maxRecentEntries)}, false))`
    const artifacts = artifactsOfTrails(org, ids)
    const subject = artifacts.where('artifact.fingerprint', '=', fingerprint)
    const current = currentOfTrails(org, ids)
    const replaced = current
      .where('current_attestation.scope', '=', scope)
      .where('current_attestation.name', '=', name)
    return org
      .selectFrom('template')
      .leftJoin('trail_status', (join) =>
        join
          .onRef('trail_status.org_id', '=', 'template.org_id')
          .on('trail_status.trail_id', '=', trail_id),
      )
      .where('template.id', '=', template_id)
      .select('template.document')
      .select([
        'trail_status.state as stored',
        'trail_status.artifact_count',
        'trail_status.present_count',
        'trail_status.expected_count',
        'trail_status.override_count',
      ])
      .select([
        sql<RecentEntry[] | null>`case when ${isApart} then ${recent} end`.as('recent'),
        unless(isApart, jsonArrayFrom(artifacts), jsonArrayFrom(subject)).as('artifacts'),
        unless(isApart, inColumns(current), inColumns(replaced)).as('current'),
        sql<boolean>`case when ${isApart} and ${scope}::text <> ''
          then ${dependsOnOthers(org, { trail_id, name, fingerprint })} else false end`.as(
          'depends_on_others',
        ),
      ])
  },
)

/**
 * Whether a later artifact has the place of one on a trail, or evidence of a name was made in advance
 * for an artifact of such a name in the template.
 */
const dependsOnOthers = (
  { orgId }: OrgDatabase,
  { trail_id, name, fingerprint }: Record<'trail_id' | 'name' | 'fingerprint', string>,
) => sql<boolean>`exists (
  select from artifact
  where artifact.org_id = ${orgId} and artifact.trail_id = ${trail_id}
    and artifact.fingerprint = ${fingerprint} and artifact.template_reference_name is not null
    and (exists (
      select from artifact as newer
      where newer.org_id = ${orgId} and newer.flow_id = artifact.flow_id
        and newer.trail_id = artifact.trail_id and newer.id > artifact.id
        and newer.template_reference_name = artifact.template_reference_name)
    or exists (
      select from current_attestation as early
      where early.org_id = ${orgId} and early.trail_id = ${trail_id} and early.name = ${name}
        and starts_with(early.scope, 'target:'))))`

const unless = <Rows>(
  condition: RawBuilder<boolean>,
  rows: RawBuilder<Rows>,
  others: RawBuilder<Rows>,
) => sql<Rows>`case when ${condition} then ${others} else ${rows} end`
