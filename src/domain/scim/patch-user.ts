import type { ScimOperation } from '#contract/scim/scim.ts'
import { type AttributePath, pickAttributes, readAttributePath } from './attributes.ts'
import { ScimRefusal } from './scim-refusal.ts'

/** Attributes of a user that are kept, by their name in lower case. */
const supported = new Map([
  ['username', 'userName'],
  ['externalid', 'externalId'],
  ['active', 'active'],
  ['emails', 'emails'],
])

/** The kept attributes of a body. */
export const userAttributes = (body: object) => pickAttributes(body, supported)

/**
 * Changes that operations make to a user, in the shape of a body with some of its attributes; those that
 * are not kept are read over.
 * @throws ScimRefusal for a path that cannot be read, and for what cannot be removed
 */
export function userChangesOf(operations: readonly ScimOperation[]): Record<string, unknown> {
  const changes: Record<string, unknown> = {}
  for (const { op, path, value } of operations) {
    for (const [target, given] of assignments(op, path ?? null, value)) {
      Object.assign(changes, changeAt(target, op === 'remove' ? null : given))
    }
  }
  return changes
}

/** Attributes that an operation sets: one path, or each member of its value. */
export function assignments(
  op: ScimOperation['op'],
  path: string | null,
  value: unknown,
): [path: string, value: unknown][] {
  if (path !== null) return [[path, value]]
  if (op === 'remove')
    throw new ScimRefusal(400, 'noTarget', 'path: Field required to remove something')
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ScimRefusal(
      400,
      'invalidValue',
      `value: Input should be an object where there is no path, not ${JSON.stringify(value)?.slice(0, 100)}`,
    )
  return Object.entries(value)
}

function changeAt(target: string, given: unknown): Record<string, unknown> {
  const path = requirePath(target)
  const name = supported.get(path.attribute)
  if (name === undefined || path.isExtension) return {}
  requireValue(target, given)
  if (name === 'emails') return isPrimary(path) ? { emails: emailsOf(path, given) } : {}
  if (path.condition !== null || path.part !== null) throw unreadablePath(target)
  if (given === null && name !== 'externalId')
    throw new ScimRefusal(400, 'invalidValue', `${name}: Input cannot be removed`)
  // No text stands for no id, as an absent one says nothing.
  return { [name]: name === 'externalId' ? (given ?? '') : given }
}

/** Whether a path means the address that is kept, of several. */
const isPrimary = ({ condition, part }: AttributePath) =>
  (part === null || part === 'value') &&
  (condition === null || /^\s*(type +eq +"work"|primary +eq +true)\s*$/i.test(condition))

interface Address {
  value?: unknown
}

/** The list of addresses that a value at a path of `emails` stands for. */
function emailsOf({ condition, part }: AttributePath, given: unknown): unknown {
  if (given === null) return []
  if (part === null && Array.isArray(given)) return given
  if (part === null && condition === null) return [given]
  // Some clients send the address itself for what has one.
  const value = part === null && typeof given === 'object' ? (given as Address).value : given
  return [{ value, primary: true }]
}

/** @throws ScimRefusal `invalidValue` for what an operation other than a removal needs */
export function requireValue(target: string, given: unknown): void {
  if (given !== undefined) return
  const detail = `value: Field required to add something at '${target}'`
  throw new ScimRefusal(400, 'invalidValue', detail)
}

/** @throws ScimRefusal `invalidPath` */
export function requirePath(path: string): AttributePath {
  const read = readAttributePath(path)
  if (!read) throw unreadablePath(path)
  return read
}

/** The refusal of a path that stands for nothing. */
export const unreadablePath = (path: string) =>
  new ScimRefusal(400, 'invalidPath', `path: Input should be a path of an attribute, not '${path}'`)
