import { sql } from 'kysely'
import { wholeStatus } from '#domain/trail/whole-status.ts'
import { storedStatus } from '#server/database/conditions.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { preparedQuery } from '#server/database/prepared-query.ts'
import type { TrailRow } from './queries.ts'

/** Ids of the repositories of a trail, its artifacts and its attestations. */
function repoIdsOf(org: OrgDatabase, id: string) {
  const ofTrail = org.selectFrom('trail').select('repo_id').where('trail.id', '=', id)
  const ofArtifacts = org
    .selectFrom('artifact')
    .select('repo_id')
    .where('artifact.trail_id', '=', id)
  const ofAttestations = org
    .selectFrom('attestation')
    .select('repo_id')
    .where('attestation.trail_id', '=', id)
  return sql<(string | null)[]>`array(${ofTrail.union(ofArtifacts).union(ofAttestations)})`
}

/** Version of the flow's template that a trail began with; null for a template of its own. */
const versionOf = (
  org: OrgDatabase,
  trail: { flowId: string; templateId: string; createdAt: string },
) =>
  org
    .selectFrom('flow_template')
    .select('flow_template.version')
    .where('flow_template.flow_id', '=', trail.flowId)
    .where('flow_template.template_id', '=', trail.templateId)
    .where(sql<boolean>`flow_template.created_at <= ${trail.createdAt}::float8`)
    .orderBy('flow_template.version', 'desc')
    .limit(sql.lit(1))

const detailsOfTrail = preparedQuery(
  ['id', 'flowId', 'templateId', 'createdAt'],
  (org, { id, ...trail }) =>
    org
      .selectFrom('trail_status')
      .innerJoin('template', (join) =>
        join
          .onRef('template.org_id', '=', 'trail_status.org_id')
          .on('template.id', '=', trail.templateId),
      )
      .select(['template.content', 'template.document', 'trail_status.state', ...storedStatus])
      .select(versionOf(org, trail).as('template_version'))
      .select(repoIdsOf(org, id).as('repo_ids'))
      .where('trail_status.trail_id', '=', id),
)

/** What stands beside a trail: its state, its template and its repositories, by one query. */
export async function findTrailDetails(org: OrgDatabase, trail: TrailRow) {
  const { id, flow_id: flowId, template_id: templateId, created_at } = trail
  const values = { id, flowId, templateId, createdAt: `${created_at}` }
  const [found] = await detailsOfTrail(org, values)
  if (!found) throw new Error(`trail ${id} has no status`)
  const { state, content, document, template_version } = found
  return {
    state,
    status: wholeStatus(found),
    template: { content, document },
    template_version,
    repo_ids: found.repo_ids.flatMap((repo) => repo ?? []).sort(),
  }
}
