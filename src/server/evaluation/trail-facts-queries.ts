import { type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { AttestationStatus } from '#contract/verdict/compliance-status.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { preparedQuery } from '#server/database/prepared-query.ts'
import { artifactsOfTrails, currentOfTrails } from './trail-queries.ts'

/** Recent entries with which a status is written whole again. */
const mostRecent = 64

/**
 * Reads the template of a trail, its reports and its stored figures by one query.
 * @param name - if given, only what a report of that name on the trail itself replaces is read,
 *   where its entries can be kept apart
 */
export async function readTrail(
  org: OrgDatabase,
  trail: { id: string; template_id: string },
  name: string | null = null,
) {
  const [row] = await trailWithReports(org, {
    trail_id: trail.id,
    template_id: trail.template_id,
    name: name ?? '',
  })
  const { current, ...others } = row!
  return { ...others, current: current.id.map((_, index) => rowAt(current, index)) }
}

type CurrentRow = Awaited<ReturnType<ReturnType<typeof currentOfTrails>['execute']>>[number]
type CurrentColumns = { [Name in keyof CurrentRow]: CurrentRow[Name][] }

const rowAt = (columns: CurrentColumns, index: number): CurrentRow => ({
  trail_id: columns.trail_id[index]!,
  id: columns.id[index]!,
  name: columns.name[index]!,
  type: columns.type[index]!,
  is_compliant: columns.is_compliant[index]!,
  fingerprint: columns.fingerprint[index]!,
  commit_sha: columns.commit_sha[index]!,
  overridden_attestation_id: columns.overridden_attestation_id[index]!,
  is_override: columns.is_override[index]!,
  scope: columns.scope[index]!,
})

/** A list for each column, which of many rows takes half as long as an object for each row. */
function inColumns(rows: ReturnType<typeof currentOfTrails>): RawBuilder<CurrentColumns> {
  const lists = [
    'trail_id',
    'id',
    'name',
    'type',
    'is_compliant',
    'fingerprint',
    'commit_sha',
    'overridden_attestation_id',
    'is_override',
    'scope',
  ].map((name) => sql`${sql.lit(name)}, coalesce(json_agg(one.${sql.id(name)}), '[]')`)
  return sql`(select json_build_object(${sql.join(lists)}) from (${rows}) as one)`
}

const trailWithReports = preparedQuery(
  ['trail_id', 'template_id', 'name'],
  (org, { trail_id, template_id, name }) => {
    const ids = sql<string[]>`array[${trail_id}]`
    const isApart = sql<boolean>`(${name}::text <> ''
      and coalesce(json_array_length(trail_status.recent) < ${sql.lit(mostRecent)}, false))`
    const current = currentOfTrails(org, ids)
    const replaced = current
      .where('current_attestation.scope', '=', '')
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
        sql<AttestationStatus[] | null>`case when ${isApart} then trail_status.recent end`.as(
          'recent',
        ),
        unless(isApart, jsonArrayFrom(artifactsOfTrails(org, ids))).as('artifacts'),
        unless(isApart, inColumns(current), inColumns(replaced)).as('current'),
      ])
  },
)

const unless = <Rows>(
  condition: RawBuilder<boolean>,
  rows: RawBuilder<Rows>,
  others: RawBuilder<Rows> = sql`'[]'::json`,
) => sql<Rows>`case when ${condition} then ${others} else ${rows} end`
