import type { CustomTypeVersion, CustomType } from '#contract/custom-type/custom-type.ts'
import type { OrgScope } from '#server/database/org-database.ts'
import { notFound } from '#server/platform/problem.ts'
import type { CustomTypeVersionRow, CustomTypeRow } from './queries.ts'

/** Serializes a version, without members that do not apply. */
function versionItem(row: CustomTypeVersionRow): CustomTypeVersion {
  const { version, created_at, created_by, comment, type_schema, rules, summary } = row
  return {
    version,
    timestamp: created_at,
    ...(comment && { comment }),
    created_by,
    ...(type_schema && { type_schema }),
    evaluator: rules.length > 0 ? { content_type: 'jq', rules } : null,
    ...(summary.length > 0 && { summary }),
  }
}

/** Serializes a custom attestation type. @param versions newest first */
export function customTypeItem(
  org: string,
  row: CustomTypeRow,
  versions: readonly CustomTypeVersionRow[],
): CustomType {
  const { name, description, archived_at, created_by, created_at, last_modified_at } = row
  return {
    name,
    ...(description && { description }),
    org,
    archived: archived_at !== null,
    created_by,
    created_at,
    last_modified_at,
    versions: versions.map(versionItem),
  }
}

/** Requires a custom type to exist. @throws Problem 404 */
export function requireCustomType<Row>(
  { orgName }: Pick<OrgScope, 'orgName'>,
  name: string,
  type: Row | undefined,
): asserts type is Row {
  if (type) return
  throw notFound(`Custom attestation type '${name}' does not exist for org '${orgName}'`)
}
