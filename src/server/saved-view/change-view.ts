import { isDeepStrictEqual } from 'node:util'
import type { BodyOf } from '#contract/common/endpoint.ts'
import {
  type View,
  type createView as createViewEndpoint,
  maxViews,
  type changeView as changeViewEndpoint,
} from '#contract/saved-view/saved-view.ts'
import { appendAuditEntry } from '#server/audit-log/append-entry.ts'
import { nameTaken, notFound, Problem } from '#server/platform/problem.ts'
import { requireRole, requirePerson } from '#server/request/access.ts'
import { requireFresh } from '#server/request/entity-tag.ts'
import type { OrgContext } from '#server/request/handler.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { type ViewRow, listViewRows, insertView, updateView, removeView } from './queries.ts'

/** Serializes a view. */
export function viewItem(row: ViewRow): View {
  const { user_id, org_id: _, ...fields } = row
  return {
    ...fields,
    page: fields.page as View['page'],
    scope: user_id === null ? 'team' : 'personal',
  }
}

type Caller = Pick<OrgContext, 'role' | 'actor'>
type Edit = Pick<ViewRow, 'name' | 'page' | 'search' | 'is_default'>

/** Fields of a view that people edit: its entity tag covers them. */
export const editedPart = ({ name, page, search, is_default }: Edit): Edit => ({
  name,
  page,
  search,
  is_default,
})

/**
 * Requires the caller to be allowed to change a view of the team, or, for one of their own, to be a
 * person.
 */
function requireOwner(caller: Caller, userId: string | null): void {
  if (userId === null) requireRole(caller, 'member')
  else requirePerson(caller, 'views of their own')
}

/** Finds the views of one owner among those that a caller sees, and locks them. */
async function lockViews({ org, actor }: UnitOfWork): Promise<ViewRow[]> {
  await org.lock('saved views')
  return listViewRows(org, actor.userId)
}

/**
 * Saves a view.
 * @returns its id
 * @throws Problem 403 without permission, 400 for a name that is taken, and beyond the maximum
 */
export async function createView(
  write: UnitOfWork,
  caller: Caller,
  input: BodyOf<typeof createViewEndpoint>,
): Promise<string> {
  const { org, at, actor, newId } = write
  const { scope, ...edit } = input
  const user_id = scope === 'team' ? null : actor.userId
  requireOwner(caller, user_id)
  const views = (await lockViews(write)).filter((one) => one.user_id === user_id)
  if (views.length >= maxViews) {
    const whose = scope === 'team' ? 'A team has' : 'A person has'
    throw new Problem(400, `${whose} at most ${maxViews} views; remove one first`, {
      code: 'limit_reached',
    })
  }
  const row = { id: newId(), user_id, ...edit, created_at: at, created_by: actor.name }
  await requireFreeName(write, views, row)
  await insertView(org, row)
  await auditView(write, 'view_created', row)
  return row.id
}

/**
 * Changes a view that the caller sees. A call that changes nothing leaves no trace.
 * @throws Problem 404, 403 without permission, 412 when it changed meanwhile, 400 for a name that
 * is taken
 */
export async function changeView(
  write: UnitOfWork,
  caller: Caller,
  id: string,
  input: BodyOf<typeof changeViewEndpoint>,
): Promise<void> {
  const views = await lockViews(write)
  const before = await requireView(write, caller, views, id)
  const after = {
    ...before,
    name: input.name ?? before.name,
    search: input.search ?? before.search,
    is_default: input.is_default ?? before.is_default,
  }
  if (isDeepStrictEqual(before, after)) return
  const others = views.filter((one) => one.user_id === before.user_id && one.id !== id)
  await requireFreeName(write, others, after)
  const { name, search, is_default } = after
  await updateView(write.org, id, { name, search, is_default })
  await auditView(write, 'view_updated', after, editedPart(before))
}

/** Removes a view that the caller sees. @throws Problem 404, 403 for who may not, 412 */
export async function deleteView(write: UnitOfWork, caller: Caller, id: string): Promise<void> {
  const view = await requireView(write, caller, await lockViews(write), id)
  await removeView(write.org, id)
  await auditView(write, 'view_removed', view)
}

/**
 * Finds a view that the caller may change, and checks their version.
 * @throws Problem 404, 403, 412
 */
async function requireView(write: UnitOfWork, caller: Caller, views: ViewRow[], id: string) {
  const view = findView(write, views, id)
  requireOwner(caller, view.user_id)
  await requireFresh(write, () => Promise.resolve(viewItem(view)), editedPart)
  return view
}

/** Finds one of the views that a caller sees. @throws Problem 404 */
export function findView({ orgName }: { orgName: string }, views: ViewRow[], id: string): ViewRow {
  const view = views.find((one) => one.id === id)
  if (view) return view
  throw notFound(`View '${id}' does not exist in organization '${orgName}'`)
}

/**
 * Requires the name of a view to be free, and makes a new default of its page the only one.
 * @throws Problem 400 if another view of the same owner and page has the name
 */
async function requireFreeName(write: UnitOfWork, others: ViewRow[], view: Edit): Promise<void> {
  const onPage = others.filter(({ page }) => page === view.page)
  if (onPage.some(({ name }) => name === view.name)) {
    throw nameTaken('Another view of this page has this name', view.name)
  }
  const replaced = onPage.find(({ is_default }) => is_default)
  if (!view.is_default || !replaced) return
  await updateView(write.org, replaced.id, { is_default: false })
  const before = editedPart(replaced)
  await auditView(write, 'view_updated', { ...replaced, is_default: false }, before)
}

function auditView(
  write: UnitOfWork,
  kind: 'view_created' | 'view_updated' | 'view_removed',
  view: Edit & Pick<ViewRow, 'id' | 'user_id'>,
  before?: Edit,
): Promise<void> {
  const scope = view.user_id === null ? 'team' : 'personal'
  const body = { id: view.id, scope, ...editedPart(view) }
  return appendAuditEntry(write, {
    kind,
    subject: { view: view.name },
    body,
    ...(before && { before }),
  })
}
