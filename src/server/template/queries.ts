import { createHash } from 'node:crypto'
import type { Template } from '#contract/template/template.ts'
import { onOrgAnd } from '#server/database/conditions.ts'
import { offsetPage, type PageOf } from '#server/database/keyset-page.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'

/** A template as sent: YAML text, or the list of names of a legacy flow. */
export interface TemplateSource {
  content: string | null
  names: string[] | null
  document: Template
}

/** Stores a template once per content, and returns its id. */
export async function storeTemplate(
  org: OrgDatabase,
  source: TemplateSource,
  made: { id: string; at: number },
): Promise<string> {
  const text = source.content ?? JSON.stringify(source.names)
  const sha256 = createHash('sha256')
    .update(source.names ? 'names ' : 'yaml ')
    .update(text)
    .digest()
  await org
    .insertInto('template', {
      id: made.id,
      sha256,
      content: source.content,
      names: source.names && JSON.stringify(source.names),
      document: JSON.stringify(source.document),
      created_at: made.at,
    })
    .onConflict((conflict) => conflict.columns(['org_id', 'sha256']).doNothing())
    .execute()
  const { id } = await org
    .selectFrom('template')
    .select('id')
    .where('sha256', '=', sha256)
    .executeTakeFirstOrThrow()
  return id
}

/** Finds a stored template. */
export function findTemplate(org: OrgDatabase, id: string) {
  return org
    .selectFrom('template')
    .select(['id', 'content', 'names', 'document'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

function versionsMatching(org: OrgDatabase, flowId: string, versions: readonly number[]) {
  const all = org.selectFrom('flow_template').where('flow_template.flow_id', '=', flowId)
  return versions.length > 0 ? all.where('flow_template.version', 'in', versions) : all
}

/** One page of a flow's template versions, newest first; with `versions` only those. */
export function listVersions(
  org: OrgDatabase,
  flowId: string,
  versions: readonly number[],
  page: PageOf,
) {
  const chosen = versionsMatching(org, flowId, versions)
    .innerJoin('template', onOrgAnd('template.id', 'flow_template.template_id'))
    .select([
      'flow_template.version',
      'template.content',
      'template.names',
      'template.document',
      'flow_template.created_at',
      'flow_template.created_by',
    ])
    .orderBy('flow_template.version', 'desc')
  return offsetPage(chosen, page).execute()
}

/** Counts the versions of a flow's template, or those of `versions` that exist. */
export async function countVersions(
  org: OrgDatabase,
  flowId: string,
  versions: readonly number[],
): Promise<number> {
  const { total } = await versionsMatching(org, flowId, versions)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** The newest trails of a flow with their states, newest first. */
export function newestTrailStates(org: OrgDatabase, flowId: string, limit: number) {
  return org
    .selectFrom('trail')
    .innerJoin('trail_status', onOrgAnd('trail_status.trail_id', 'trail.id'))
    .select(['trail.id', 'trail.name', 'trail_status.state'])
    .where('trail.flow_id', '=', flowId)
    .orderBy('trail.created_at', 'desc')
    .orderBy('trail.id', 'desc')
    .limit(limit)
    .execute()
}
