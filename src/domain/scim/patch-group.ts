import type { ScimOperation } from '#contract/scim/scim.ts'
import { pickAttributes } from './attributes.ts'
import { readFilter } from './filter.ts'
import { assignments, requirePath, requireValue, unreadablePath } from './patch-user.ts'
import { ScimRefusal } from './scim-refusal.ts'

const supported = new Map([
  ['displayname', 'displayName'],
  ['externalid', 'externalId'],
  ['members', 'members'],
])

/** The kept attributes of a body. */
export const groupAttributes = (body: object) => pickAttributes(body, supported)

/** Members that a change concerns: some users by their ids, or all of them for null. */
interface MembersChange {
  op: ScimOperation['op']
  members: unknown
}

/**
 * Changes that operations make to a group, for its schema of changes; attributes that are not kept are
 * read over.
 * @throws ScimRefusal for a path that cannot be read, and for what cannot be removed
 */
export function groupChangesOf(operations: readonly ScimOperation[]) {
  const changes: Record<string, unknown> = {}
  const members: MembersChange[] = []
  for (const { op, path, value } of operations) {
    for (const [target, given] of assignments(op, path ?? null, value)) {
      const { attribute, condition, part, isExtension } = requirePath(target)
      const name = isExtension ? undefined : supported.get(attribute)
      if (name === 'members') members.push(membersChange(op, condition, given))
      else if (name !== undefined) {
        if (condition !== null || part !== null) throw unreadablePath(target)
        if (op === 'remove' && name !== 'externalId')
          throw new ScimRefusal(400, 'invalidValue', `${name}: Input cannot be removed`)
        if (op !== 'remove') requireValue(target, given)
        changes[name] = op === 'remove' ? '' : given
      }
    }
  }
  return { ...changes, members }
}

function membersChange(
  op: ScimOperation['op'],
  condition: string | null,
  given: unknown,
): MembersChange {
  // Of two ways to remove somebody, one names them in the path and one in the value.
  if (condition !== null) {
    const [one, ...others] = readFilter(condition, { value: 'value' })
    if (others.length > 0) {
      const detail = `path: Input should have one condition on members, not '${condition}'`
      throw new ScimRefusal(400, 'invalidFilter', detail)
    }
    return { op, members: [{ value: one?.value }] }
  }
  if (op === 'remove' && (given === undefined || given === null)) return { op, members: null }
  return { op, members: Array.isArray(given) ? given : [given] }
}
