import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { artifactsOfTrails } from '../artifact/queries.ts'
import { currentOfTrails } from '../attestation/queries.ts'
import type { OrgDatabase } from '../database/org-database.ts'

/** What a trail is judged by, and the state that is stored of it, in one query. */
export function readTrail(org: OrgDatabase, trail: { id: string; template_id: string }) {
  return org
    .selectFrom('template')
    .where('template.id', '=', trail.template_id)
    .select('template.document')
    .select([
      jsonArrayFrom(artifactsOfTrails(org, [trail.id])).as('artifacts'),
      jsonArrayFrom(currentOfTrails(org, [trail.id])).as('current'),
      org
        .selectFrom('trail_status')
        .select('trail_status.state')
        .where('trail_status.trail_id', '=', trail.id)
        .as('stored'),
    ])
    .executeTakeFirstOrThrow()
}
