import { isDeepStrictEqual } from 'node:util'
import type { AuditKind } from '#contract/audit-log/audit-kind.ts'
import type { BodyOf } from '#contract/common/endpoint.ts'
import type {
  Control,
  ControlScope,
  ControlVersion,
  createControl as create,
  updateControl,
} from '#contract/control/control.ts'
import { normalizedScope } from '#domain/control/control-scope.ts'
import { appendAuditEntry } from '#server/audit-log/append-entry.ts'
import { notFound, Problem } from '#server/platform/problem.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { unknownControl, controlRecord, requireFreshControl } from './load-control.ts'
import {
  addControlVersion,
  type ControlRow,
  insertControl,
  lockControl,
  updateControl as saveControl,
} from './queries.ts'

/** Creates a control. @throws Problem 409 when the identifier is taken */
export async function addControl(write: UnitOfWork, body: BodyOf<typeof create>): Promise<Control> {
  return controlRecord(write, await createControl(write, body))
}

/** Creates a control and returns its row. @throws Problem 409 when the identifier is taken */
export async function createControl(
  write: UnitOfWork,
  body: BodyOf<typeof create>,
): Promise<ControlRow> {
  const { org, orgName, at, actor } = write
  const { identifier, name } = body
  const made = await insertControl(org, {
    identifier,
    name,
    description: body.description ?? '',
    links: JSON.stringify(body.links ?? {}),
    owner: body.owner?.trim() ?? '',
    scope: jsonOf(normalizedScope(body.scope)),
    created_at: at,
    created_by: actor.name,
  })
  if (!made) {
    throw new Problem(
      409,
      `A control with identifier '${identifier}' already exists in organization '${orgName}'`,
      { code: 'already_exists' },
    )
  }
  await saveControlVersion(write, made, 'created')
  return made
}

/**
 * Changes fields of a control; null and absent ones stay. A call that changes nothing leaves no
 * trace.
 * @throws Problem 404 when unknown, 400 when archived
 */
export async function changeControl(
  write: UnitOfWork,
  identifier: string,
  body: BodyOf<typeof updateControl>,
): Promise<Control> {
  const control = await lockKnownControl(write, identifier)
  if (control.archived_at !== null)
    throw new Problem(400, 'Control has been archived', { code: 'control_archived' })
  await requireFreshControl(write, control)
  return controlRecord(write, await editControl(write, control, body))
}

/** Changes fields of a locked, active control. */
export async function editControl(
  write: UnitOfWork,
  control: ControlRow,
  body: BodyOf<typeof updateControl>,
): Promise<ControlRow> {
  const { name, description, links, owner, scope } = control
  const before = { name, description, links, owner, scope }
  const after = {
    name: body.name ?? name,
    description: body.description ?? description,
    links: body.links ?? links,
    owner: body.owner?.trim() ?? owner,
    scope: body.scope ? normalizedScope(body.scope) : scope,
  }
  return isDeepStrictEqual(before, after) ? control : revise(write, control, 'edited', after)
}

/**
 * Archives a control, or makes it active again; repeating is fine.
 * @throws Problem 404 when unknown
 */
export async function archiveControl(
  write: UnitOfWork,
  identifier: string,
  event: 'archived' | 'unarchived',
): Promise<void> {
  const control = await lockKnownControl(write, identifier)
  const archived_at = event === 'archived' ? write.at : null
  if ((control.archived_at === null) === (archived_at === null)) return
  await requireFreshControl(write, control)
  await revise(write, control, event, { archived_at })
}

async function lockKnownControl(write: UnitOfWork, identifier: string): Promise<ControlRow> {
  const control = await lockControl(write.org, identifier)
  if (!control) throw notFound(unknownControl(write, identifier))
  return control
}

/** Returns the next version of a locked control. */
async function revise(
  write: UnitOfWork,
  control: ControlRow,
  event: ControlVersion['event'],
  { links, scope, ...fields }: Partial<Pick<ControlRow, keyof ControlContent | 'archived_at'>>,
): Promise<ControlRow> {
  const { identifier, version } = control
  const revised = await saveControl(write.org, identifier, {
    ...fields,
    ...(links && { links: JSON.stringify(links) }),
    ...(scope !== undefined && { scope: jsonOf(scope) }),
    version: version + 1,
  })
  await saveControlVersion(write, revised, event, { version, ...contentOf(control) })
  return revised
}

type ControlContent = ReturnType<typeof contentOf>

/** Fields of a control that a version keeps. */
const contentOf = ({ name, description, links, owner, scope }: ControlRow) => ({
  name,
  description,
  links,
  owner,
  scope,
})

const jsonOf = (scope: ControlScope | null) => scope && JSON.stringify(scope)

const kindOf: Record<ControlVersion['event'], AuditKind> = {
  created: 'control_created',
  edited: 'control_updated',
  archived: 'control_archived',
  unarchived: 'control_unarchived',
}

/** Stores a version and appends the audit entry of the write. */
async function saveControlVersion(
  write: UnitOfWork,
  control: ControlRow,
  event: ControlVersion['event'],
  before?: object,
): Promise<void> {
  const { identifier, version } = control
  const { links, scope, ...kept } = { identifier, version, event, ...contentOf(control) }
  await addControlVersion(write.org, {
    ...kept,
    links: JSON.stringify(links),
    scope: jsonOf(scope),
    created_at: write.at,
    created_by: write.actor.name,
  })
  const kind = kindOf[event]
  const subject = { control: identifier }
  await appendAuditEntry(write, { kind, subject, body: { ...kept, links, scope }, before })
}
