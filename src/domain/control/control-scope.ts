import type { ControlScope } from '#contract/control/control.ts'
import type {
  EnvironmentSelector,
  EnvironmentType,
  FlowSelector,
} from '#contract/environment/environment-type.ts'
import { hasTag } from '#domain/tag/tags.ts'

/** Fields that a selector looks at. */
interface Selectable {
  name: string
  tags: Record<string, string>
}

/** An active environment as scopes select it. */
export interface SelectableEnvironment extends Selectable {
  id: string
  type: EnvironmentType
  /** Ids of the active members of a logical environment. */
  member_ids: readonly string[]
}

/** Returns whether a name matches a pattern, in which `*` stands for any text. */
function matchesPattern(name: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return name === pattern
  if (!name.startsWith(first)) return false
  let at = first.length
  for (const part of rest) {
    const found = name.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return name.length - last.length >= at && name.endsWith(last)
}

/** Returns whether a record matches all criteria of a selector. */
function isSelected(
  record: Selectable & { type?: EnvironmentType },
  { tags, types, name_pattern }: EnvironmentSelector,
): boolean {
  return (
    (tags ?? []).every((tag) => hasTag(record.tags, tag)) &&
    (!types?.length || (record.type !== undefined && types.includes(record.type))) &&
    (!name_pattern || matchesPattern(record.name, name_pattern))
  )
}

/**
 * Returns the environments in a scope, each once: those that its selector matches, and members of
 * logical ones that it matches, which are not counted themselves.
 */
export function environmentsInScope<E extends SelectableEnvironment>(
  environments: readonly E[],
  scope: ControlScope | null,
): E[] {
  const selector = scope?.environments
  const selected = selector ? environments.filter((one) => isSelected(one, selector)) : environments
  const ids = new Set(selected.flatMap((one) => [one.id, ...one.member_ids]))
  return environments.filter(({ id, type }) => type !== 'logical' && ids.has(id))
}

/**
 * Returns what of some running artifacts is in a scope.
 * @param groups with the active flows that hold the artifacts
 */
export function artifactsInScope<G extends { flows: readonly Selectable[] | null }>(
  groups: readonly G[],
  scope: ControlScope | null,
): readonly G[] {
  const selector = scope?.flows
  if (!selector) return groups
  return groups.filter(({ flows }) => (flows ?? []).some((flow) => isSelected(flow, selector)))
}

type Criteria = EnvironmentSelector & FlowSelector

function selectorOf({ tags, types, name_pattern }: Criteria): Criteria | null {
  const given = {
    ...(tags?.length && { tags }),
    ...(types?.length && { types }),
    ...(name_pattern && { name_pattern }),
  }
  return Object.keys(given).length > 0 ? given : null
}

/** Returns a scope without criteria that select everything; null where none is left. */
export function normalizedScope(scope: ControlScope | null | undefined): ControlScope | null {
  const environments = selectorOf(scope?.environments ?? {})
  const flows = selectorOf(scope?.flows ?? {})
  if (!environments && !flows) return null
  return { ...(environments && { environments }), ...(flows && { flows }) }
}
