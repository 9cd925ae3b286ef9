import type { AuditChange } from '#contract/audit.ts'
import type { ChangeKind } from '#contract/change.ts'

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Changes whose own body says what stood there before. */
export const tellingKinds: readonly ChangeKind[] = [
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
      before: sides.before[field] ?? null,
      after: sides.after[field] ?? null,
    }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
}

/** Texts in a list are cut to so many characters: an entry by itself has them whole. */
const longestShown = 120
/** So many changes of an entry stand in a list. */
const mostShown = 3

const shortened = (value: unknown): unknown => {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const characters = [...text.slice(0, 2 * longestShown + 2)]
  return characters.length > longestShown ? `${characters.slice(0, longestShown).join('')}…` : text
}

/** The first changes of an entry, short enough for a list. */
export function shortChanges(changes: readonly AuditChange[]): AuditChange[] {
  return changes.slice(0, mostShown).map(({ field, before, after }) => ({
    field,
    before: shortened(before),
    after: shortened(after),
  }))
}
