import type { QueryOf } from '#contract/endpoint.ts'
import type { findSelectedEnvironments } from '#contract/notification-draft.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import { listSelected } from '../environment/selector-queries.ts'

/** The environments that a selector takes now, by name. */
export async function findSelected(
  org: OrgDatabase,
  { tag, type, name_pattern }: QueryOf<typeof findSelectedEnvironments>,
) {
  const rows = await listSelected(org, { tags: tag, types: type, name_pattern })
  return rows.map(({ name, type: kind, state }) => ({ name, type: kind, state }))
}
