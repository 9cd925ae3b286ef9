import type { ChangeKind } from '#contract/change.ts'
import type { CustomType, SummaryExpression } from '#contract/custom-type.ts'
import { customTypeItem } from '../custom-type/item.ts'
import {
  type CustomTypeRow,
  insertCustomType,
  insertCustomTypeVersion,
  listVersionsOf,
  lockCustomType,
  newestVersionOf,
  updateCustomType,
} from '../custom-type/queries.ts'
import { requireFresh } from '../entity-tag.ts'
import type { Draft } from '../sandbox/step.ts'
import { requireCustomType } from './custom-type-path.ts'
import { instantAfter } from './instant-after.ts'
import { leaveRecord } from './leave-record.ts'
import type { Write } from './write.ts'

/** A version of a custom type as it was sent, found to be in order. */
export interface CustomTypeChange {
  name: string
  description: string
  comment: string
  /** JSON Schema as text, with its draft; null for none. */
  schema: { text: string; draft: Draft } | null
  rules: string[]
  summary: SummaryExpression[]
}

/**
 * Creates a custom attestation type, or gives it another version; an archived one is active again
 * (wire.md 12). What was not sent is not in the new version: it stands for itself.
 * @throws Problem 412 when it changed since the caller read it
 */
export async function putCustomType(write: Write, change: CustomTypeChange): Promise<void> {
  const { org, actor } = write
  const { name, description } = change
  const existing = await lockCustomType(org, name)
  await requireFreshType(write, existing)
  const now = existing ? instantAfter(write, existing.last_modified_at) : write
  const modified = { last_modified_at: now.at, last_modified_by: actor.name }
  if (existing) {
    await updateCustomType(org, name, { description, archived_at: null, ...modified })
  } else {
    const made = { created_at: now.at, created_by: actor.name, ...modified }
    // Somebody else created it between the look and the insert: now it is another version.
    if (!(await insertCustomType(org, { name, description, ...made }))) {
      return putCustomType(write, change)
    }
  }
  const version = (await newestVersionOf(org, name)) + 1
  await insertCustomTypeVersion(org, {
    name,
    version,
    type_schema: change.schema?.text ?? null,
    draft: change.schema?.draft ?? null,
    rules: JSON.stringify(change.rules),
    summary: JSON.stringify(change.summary),
    comment: change.comment,
    created_at: now.at,
    created_by: actor.name,
  })
  const type_schema = change.schema && JSON.parse(change.schema.text)
  const body = { ...change, schema: type_schema, version }
  const before = existing && { description: existing.description, version: version - 1 }
  await keepRecord(now, 'custom_type_put', name, body, before)
}

/** Archives a custom type; repeating is fine. @throws Problem 404 when unknown */
export async function archiveCustomType(write: Write, name: string): Promise<void> {
  const type = await lockCustomType(write.org, name)
  requireCustomType(write, name, type)
  if (type.archived_at !== null) return
  await requireFreshType(write, type)
  const now = instantAfter(write, type.last_modified_at)
  const modified = { last_modified_at: now.at, last_modified_by: write.actor.name }
  await updateCustomType(write.org, name, { archived_at: now.at, ...modified })
  await keepRecord(now, 'custom_type_archived', name, { name })
}

function requireFreshType(write: Write, type: CustomTypeRow | undefined): Promise<void> {
  return requireFresh(write, async (): Promise<CustomType | null> => {
    if (!type) return null
    return customTypeItem(write.orgName, type, await listVersionsOf(write.org, [type.name]))
  })
}

function keepRecord(
  write: Write,
  kind: ChangeKind,
  type_name: string,
  body: object,
  before?: object,
): Promise<void> {
  return leaveRecord(write, { kind, subject: { type_name }, body, before })
}
