import type { AuditKind, AuditEvent } from '#contract/audit-log/audit-kind.ts'
import type { AuditChange, auditObjectTypes } from '#contract/audit-log/audit-log.ts'

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Changes whose own body says what stood there before. */
export const kindsWithChanges: readonly AuditKind[] = [
  'flow_renamed',
  'tags_changed',
  'repo_tags_changed',
  'environment_renamed',
  'environment_tags_changed',
  'control_tags_changed',
  'service_account_changed',
  'member_changed',
]

/** Both sides of what a record says was changed; null where it says nothing of what was before. */
function sidesOf(body: unknown, before: unknown): { before: Fields; after: Fields } | null {
  if (!isFields(body)) return null
  if (isFields(before)) return { before, after: body }
  if (isFields(body['before']) && isFields(body['after'])) {
    return { before: body['before'], after: body['after'] }
  }
  const { name, new_name, role_before, role_after } = body
  if (new_name) return { before: { name }, after: { name: new_name } }
  if (role_before) return { before: { role: role_before }, after: { role: role_after } }
  return null
}

/** What a side says of a field: names that every object inherits are names of fields like others. */
const valueIn = (side: Fields, field: string): unknown =>
  Object.hasOwn(side, field) ? (side[field] ?? null) : null

/**
 * The fields that a record says were changed, with what stood there before and since. What `before`
 * was kept for is compared by its own fields: a body says more than what changed.
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

/** Texts in a list are cut to so many characters: an entry by itself has them whole. */
const maxShownLength = 120
/** So many changes of an entry stand in a list. */
const maxShown = 3

const shortened = (value: unknown): unknown => {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const characters = [...text.slice(0, 2 * maxShownLength + 2)]
  return characters.length > maxShownLength
    ? `${characters.slice(0, maxShownLength).join('')}…`
    : text
}

/** The first changes of an entry, short enough for a list. */
export function shortChanges(changes: readonly AuditChange[]): AuditChange[] {
  return changes.slice(0, maxShown).map(({ field, before, after }) => ({
    field,
    before: shortened(before),
    after: shortened(after),
  }))
}

/** What a record is about, as the audit log is filtered by it. */
export interface AuditObject {
  object_type: (typeof auditObjectTypes)[number] | null
  /** Its name; of a trail `flow/trail`. */
  object: string | null
}

/** Kinds of objects by the subject's field that names them; the first that is there counts. */
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

/** The object of a subject; what belongs to no object, such as a sign-in, has none. */
export function auditObjectOf(subject: AuditEvent['subject']): AuditObject {
  for (const field of Object.keys(types) as (keyof typeof types)[]) {
    const [name, object_type] = [subject[field], types[field]]
    if (!name) continue
    const isOfFlow = object_type === 'trail' && subject.flow_name
    return { object_type, object: isOfFlow ? `${subject.flow_name}/${name}` : name }
  }
  return { object_type: null, object: null }
}
