import { sees } from '#server/database/conditions.ts'
import type { OrgScope } from '#server/database/org-database.ts'
import { notFound } from '#server/platform/problem.ts'

const archived = {
  Flow: () => notFound('Flow has been archived', 'flow_archived'),
  Environment: () => notFound('Environment has been archived', 'environment_archived'),
}

/** A record that can be archived, as messages call it. */
type Archivable = keyof typeof archived

/**
 * Requires a flow or environment to exist and to be in view: active, unless the call includes
 * archived ones or sees only them.
 * @throws Problem 404
 */
export function requireInView<Row extends { archived_at: number | null }>(
  { org, orgName }: OrgScope,
  noun: Archivable,
  name: string,
  row: Row | undefined,
): asserts row is Row {
  if (!row) throw notFound(`${noun} named '${name}' does not exist for organization '${orgName}'`)
  const isArchived = row.archived_at !== null
  if (sees(org, isArchived)) return
  throw isArchived ? archived[noun]() : notFound(`${noun} named '${name}' is not archived`)
}
