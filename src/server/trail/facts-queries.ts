import { type SelectQueryBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { OrgDatabase } from '../database/org-database.ts'
import type { Tables } from '../database/tables.ts'

type Rows<Row> = SelectQueryBuilder<Tables, never, Row>

/** What a trail is judged by, with what was reported on it, and its stored state: one query. */
export function readTrail<Artifact, Current>(
  org: OrgDatabase,
  trail: { id: string; template_id: string },
  reported: {
    artifacts: Rows<Artifact>
    current: Rows<Current>
  },
) {
  return org
    .selectFrom('template')
    .where('template.id', '=', trail.template_id)
    .select('template.document')
    .select([
      jsonArrayFrom(reported.artifacts).as('artifacts'),
      jsonArrayFrom(reported.current).as('current'),
      org
        .selectFrom('trail_status')
        .select('trail_status.state')
        .where('trail_status.trail_id', '=', trail.id)
        .as('stored'),
    ])
    .executeTakeFirstOrThrow()
}

/** Ids of the templates that trails are judged by, by the id of the trail. */
export async function templatesOfTrails(
  org: OrgDatabase,
  trailIds: readonly string[],
): Promise<Map<string, string>> {
  if (trailIds.length === 0) return new Map()
  const rows = await org
    .selectFrom('trail')
    .select(['trail.id', 'trail.template_id'])
    .where(sql<boolean>`trail.id = any(${trailIds})`)
    .execute()
  return new Map(rows.map(({ id, template_id }) => [id, template_id]))
}
