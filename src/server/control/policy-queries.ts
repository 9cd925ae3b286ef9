import type { OrgDatabase } from '../database/org-database.ts'

/** Names of the policies whose newest version has a `for_control` rule for each control. */
export async function policiesReferencing(
  _org: OrgDatabase,
  _identifiers: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  return new Map()
}
