import type { EnvironmentSelector } from '#contract/notification-page.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import { matchesTag } from '../database/tags.ts'

/** A name in which `*` stands for any text, as SQL has patterns. */
const likeOf = (pattern: string) => pattern.replaceAll(/[\\%_]/g, '\\$&').replaceAll('*', '%')

/** Active environments that a selector takes, by name: all that it says must fit. */
export function listSelected(org: OrgDatabase, selector: EnvironmentSelector) {
  const { tags, types, name_pattern } = selector
  let query = org
    .selectFrom('environment')
    .innerJoin('environment_state', (join) =>
      join
        .onRef('environment_state.org_id', '=', 'environment.org_id')
        .onRef('environment_state.environment_id', '=', 'environment.id'),
    )
    .select(['environment.id', 'environment.name', 'environment.type', 'environment_state.state'])
    .where('environment.archived_at', 'is', null)
  for (const tag of tags ?? []) query = query.where(matchesTag('environment.tags', tag))
  if (types?.length) query = query.where('environment.type', 'in', types)
  if (name_pattern) query = query.where('environment.name', 'like', likeOf(name_pattern))
  return query.orderBy('environment.name').execute()
}
