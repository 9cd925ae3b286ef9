import type { ControlScope } from '#contract/control/control.ts'

type Selector = NonNullable<ControlScope['environments']>

/** The criteria of a selector, each in a word: "customers:yes", "named prod-*", "K8S". */
export const criteriaOf = (selector: Selector | null | undefined): string[] => [
  ...(selector?.tags ?? []),
  ...(selector?.types?.length ? [selector.types.join(' or ')] : []),
  ...(selector?.name_pattern ? [`named ${selector.name_pattern}`] : []),
]

/** Which environments or artifacts a control applies to, in words. */
export function selectedLabel(
  of: 'environment' | 'flow',
  selector: Selector | null | undefined,
): string {
  const criteria = criteriaOf(selector)
  const isEvery = criteria.length === 0
  if (of === 'environment') return isEvery ? 'all' : `${criteria.join(', ')}`
  return isEvery ? 'all that run' : `of flows ${criteria.join(', ')}`
}
