import type { Attestation } from '#contract/attestation/attestation.ts'

/** A place in JSON whose value differs; what is absent on a side is undefined. */
export interface Difference {
  path: string
  before: unknown
  after: unknown
}

/** What every report has of its own; that these differ says nothing. */
const ownFields = [
  'attestation_id',
  'created_at',
  'html_url',
  '_links',
  'has_audit_package',
  'schema_version',
]

/** What one report says otherwise than the one before it. */
export function changesBetween(before: Attestation, after: Attestation): Difference[] {
  return differencesOf(comparable(before), comparable(after))
}

function comparable(one: Attestation): object {
  return Object.fromEntries(Object.entries(one).filter(([field]) => !ownFields.includes(field)))
}

/**
 * Places where two JSON values differ, in the order of the newer one. Lists whose items have names
 * are compared by name, so that another order is no difference; other lists by position.
 */
export function differencesOf(before: unknown, after: unknown, path = ''): Difference[] {
  if (Object.is(before, after)) return []
  const [left, right] = [partsOf(before, after), partsOf(after, before)]
  if (!left || !right) return [{ path, before, after }]
  const keys = new Set([...right.parts.keys(), ...left.parts.keys()])
  return [...keys].flatMap((key) =>
    differencesOf(
      left.parts.get(key),
      right.parts.get(key),
      left.isList ? `${path}[${key}]` : path ? `${path}.${key}` : key,
    ),
  )
}

interface Parts {
  isList: boolean
  parts: Map<string, unknown>
}

/** The parts of a value that can be set beside those of another of its kind. */
function partsOf(value: unknown, other: unknown): Parts | null {
  if (typeof value !== 'object' || value === null) return null
  if (typeof other !== 'object' || other === null) return null
  if (Array.isArray(value) !== Array.isArray(other)) return null
  if (!Array.isArray(value)) return { isList: false, parts: new Map(Object.entries(value)) }
  const name = namingField(value, other as unknown[])
  const keyOf = (item: unknown, index: number) =>
    name ? String((item as Record<string, unknown>)[name]) : String(index)
  return { isList: true, parts: new Map(value.map((item, index) => [keyOf(item, index), item])) }
}

const namingFields = ['name', 'id', 'issue_id', 'url', 'metric', 'sha1']

/** A field that every item of both lists has, with a text of its own within each. */
function namingField(...lists: unknown[][]): string | undefined {
  return namingFields.find((field) =>
    lists.every((list) => {
      const names = list.map((item) => (item as Record<string, unknown> | null)?.[field])
      return names.every((name) => typeof name === 'string') && new Set(names).size === list.length
    }),
  )
}
