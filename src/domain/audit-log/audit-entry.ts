import type { AuditKind, AuditEvent } from '#contract/audit-log/audit-kind.ts'
import type { AuditChange, auditObjectTypes } from '#contract/audit-log/audit-log.ts'

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Kinds of entries whose body contains the values before the change. */
export const kindsWithChanges: readonly AuditKind[] = [
  'flow_renamed',
  'tags_changed',
  'repo_tags_changed',
  'environment_renamed',
  'environment_tags_changed',
  'environment_archived',
  'policies_attached',
  'policies_detached',
  'control_tags_changed',
  'service_account_changed',
  'member_changed',
]

/** Returns the fields before and after a change; null where those before are not recorded. */
function sidesOf(body: unknown, before: unknown): { before: Fields; after: Fields } | null {
  if (!isFields(body)) return null
  if (isFields(before)) return { before, after: body }
  if (isFields(body['before']) && isFields(body['after'])) {
    return { before: body['before'], after: body['after'] }
  }
  const { name, new_name, role_before, role_after, attached, detached } = body
  // Others may have been attached before, and stay so.
  if (attached || detached) return { before: {}, after: { attached, detached } }
  if (new_name) return { before: { name }, after: { name: new_name } }
  if (role_before) return { before: { role: role_before }, after: { role: role_after } }
  return null
}

/** Returns the own value of a field, or null: names of inherited properties are field names too. */
const valueIn = (side: Fields, field: string): unknown =>
  Object.hasOwn(side, field) ? (side[field] ?? null) : null

/**
 * Returns the changed fields of an entry with their values before and after. If `before` is given,
 * only its fields are compared: the body may have others that are no part of the record.
 */
export function changesOf(body: unknown, before: unknown): AuditChange[] {
  const sides = sidesOf(body, before)
  if (!sides) return []
  const others = isFields(before) ? [] : Object.keys(sides.after)
  const fields = [...new Set([...Object.keys(sides.before), ...others])]
  return fields
    .map((field) => ({
      field,
      before: valueIn(sides.before, field),
      after: valueIn(sides.after, field),
    }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
}

/** Maximum number of characters of a text in a list; a single entry has them in full. */
const maxShownLength = 120
/** Maximum number of changes of an entry in a list. */
const maxShown = 3

const shortened = (value: unknown): unknown => {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const characters = [...text.slice(0, 2 * maxShownLength + 2)]
  return characters.length > maxShownLength
    ? `${characters.slice(0, maxShownLength).join('')}…`
    : text
}

/** Returns two texts of several lines from the first line that differs to the last that does. */
function changedLines(before: unknown, after: unknown): [unknown, unknown] {
  if (typeof before !== 'string' || typeof after !== 'string') return [before, after]
  if (!before.includes('\n') && !after.includes('\n')) return [before, after]
  const [old, now] = [before.split('\n'), after.split('\n')]
  while (old.length > 0 && now.length > 0 && old[0] === now[0]) {
    old.shift()
    now.shift()
  }
  while (old.length > 0 && now.length > 0 && old.at(-1) === now.at(-1)) {
    old.pop()
    now.pop()
  }
  return [old.join('\n').trim(), now.join('\n').trim()]
}

/** Returns the first changes of an entry, cut for a list: of long texts the lines that changed. */
export function shortChanges(changes: readonly AuditChange[]): AuditChange[] {
  return changes.slice(0, maxShown).map(({ field, ...sides }) => {
    const [before, after] = changedLines(sides.before, sides.after)
    return { field, before: shortened(before), after: shortened(after) }
  })
}

/** Object of an audit entry, by which the audit log is filtered. */
interface AuditObject {
  object_type: (typeof auditObjectTypes)[number] | null
  /** Name of the object; of a trail `flow/trail`. */
  object: string | null
}

/** Types of objects by the subject's field that names them; the first present field counts. */
const types = {
  environment_name: 'environment',
  space_id: 'space',
  policy_name: 'policy',
  control: 'control',
  service_account: 'service_account',
  member: 'member',
  type_name: 'custom_type',
  notification: 'notification',
  trail_name: 'trail',
  flow_name: 'flow',
  repo_id: 'repo',
  settings: 'settings',
  view: 'view',
} as const satisfies Partial<Record<keyof AuditEvent['subject'], string>>

/** Returns the object of a subject; nulls where there is none, such as for a sign-in. */
export function auditObjectOf(subject: AuditEvent['subject']): AuditObject {
  for (const field of Object.keys(types) as (keyof typeof types)[]) {
    const [name, object_type] = [subject[field], types[field]]
    if (!name) continue
    const isOfFlow = object_type === 'trail' && subject.flow_name
    return { object_type, object: isOfFlow ? `${subject.flow_name}/${name}` : name }
  }
  return { object_type: null, object: null }
}
