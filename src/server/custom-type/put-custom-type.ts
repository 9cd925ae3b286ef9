import type { AuditKind } from '#contract/audit-log/audit-kind.ts'
import type { BodyOf } from '#contract/common/endpoint.ts'
import type {
  createCustomType,
  CustomType,
  SummaryExpression,
} from '#contract/custom-type/custom-type.ts'
import { appendAuditEntry } from '#server/audit-log/append-entry.ts'
import { monotonicNow } from '#server/platform/ids.ts'
import { validationProblem } from '#server/platform/problem.ts'
import { findUnstorableText } from '#server/platform/storable-text.ts'
import { requireFresh } from '#server/request/entity-tag.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { readDefinition } from '#server/sandbox/read-definition.ts'
import type { Draft } from '#server/sandbox/step.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { customTypeItem, requireCustomType } from './load-custom-type.ts'
import {
  type CustomTypeRow,
  insertCustomType,
  insertCustomTypeVersion,
  listVersionsOf,
  lockCustomType,
  newestVersionOf,
  updateCustomType,
} from './queries.ts'

/** A version of a custom type as sent, after validation. */
interface CustomTypeChange {
  name: string
  /** Null keeps the stored one. */
  description: string | null
  comment: string
  /** JSON Schema as text, with its draft; null for none. */
  schema: { text: string; draft: Draft } | null
  rules: string[]
  summary: SummaryExpression[]
}

/**
 * Creates a custom attestation type, or adds a version; an archived one is active again. A new
 * version has only the fields sent; the description of the type stays.
 * @throws Problem 412 when it changed since the caller read it
 */
export async function putCustomType(write: UnitOfWork, change: CustomTypeChange): Promise<void> {
  const { org, actor } = write
  const { name } = change
  const existing = await lockCustomType(org, name)
  const description = change.description ?? existing?.description ?? ''
  await requireFreshType(write, existing)
  const now = existing ? monotonicNow(write, existing.last_modified_at) : write
  const modified = { last_modified_at: now.at, last_modified_by: actor.name }
  if (existing) {
    await updateCustomType(org, name, { description, archived_at: null, ...modified })
  } else {
    const made = { created_at: now.at, created_by: actor.name, ...modified }
    // Created concurrently between the look-up and the insert: now it is another version.
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
  const body = { ...change, description, schema: type_schema, version }
  const before = existing && { description: existing.description, version: version - 1 }
  const kind = !existing
    ? 'custom_type_created'
    : existing.archived_at === null
      ? 'custom_type_updated'
      : 'custom_type_unarchived'
  await auditCustomType(now, kind, name, body, before)
}

/** Archives a custom type; repeating is fine. @throws Problem 404 when unknown */
export async function archiveCustomType(write: UnitOfWork, name: string): Promise<void> {
  const type = await lockCustomType(write.org, name)
  requireCustomType(write, name, type)
  if (type.archived_at !== null) return
  await requireFreshType(write, type)
  const now = monotonicNow(write, type.last_modified_at)
  const modified = { last_modified_at: now.at, last_modified_by: write.actor.name }
  await updateCustomType(write.org, name, { archived_at: now.at, ...modified })
  await auditCustomType(now, 'custom_type_archived', name, { name })
}

function requireFreshType(write: UnitOfWork, type: CustomTypeRow | undefined): Promise<void> {
  return requireFresh(write, async (): Promise<CustomType | null> => {
    if (!type) return null
    return customTypeItem(write.orgName, type, await listVersionsOf(write.org, [type.name]))
  })
}

function auditCustomType(
  write: UnitOfWork,
  kind: AuditKind,
  type_name: string,
  body: object,
  before?: object,
): Promise<void> {
  return appendAuditEntry(write, { kind, subject: { type_name }, body, before })
}

/**
 * Parses the definition of a version of a custom type.
 * @throws Problem 400 naming each invalid part
 */
export async function readCustomType(
  { org, sandbox }: OrgContext,
  body: BodyOf<typeof createCustomType>,
  file: { text: string } | null,
): Promise<CustomTypeChange> {
  const { name, description, comment } = body
  const text = file?.text.trim() ? file.text : null
  const rules = body.evaluator?.rules ?? []
  const summary = body.summary ?? []
  const definition = { schema: text, rules, summary }
  const owner = { organization: org.orgId, type: name }
  const { draft, problems } = await readDefinition(sandbox, owner, definition)
  if (problems.length > 0) throw validationProblem(problems.map((one) => ({ input: text, ...one })))
  if (text !== null) requireStorable(text)
  return {
    name,
    description: description ?? null,
    comment: comment ?? '',
    schema: text !== null && draft !== null ? { text, draft } : null,
    rules,
    summary,
  }
}

/** @throws Problem 400 naming the positions in a schema that cannot be stored */
function requireStorable(schema: string): void {
  const refusals = findUnstorableText(JSON.parse(schema))
  if (refusals.length === 0) return
  throw validationProblem(
    refusals.map(({ path, reason, input }) => ({
      path: ['type_schema'],
      reason: `${path.map(String).join('.')}: ${reason}`,
      input,
    })),
  )
}
