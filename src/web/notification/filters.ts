import { type Filter, anyOf, optionsOf } from '#web/table/filter.ts'
import { healthLabels, targetLabels, triggerLabels } from './labels.ts'
import type { NotificationSearch } from './queries.ts'

const labelsBy = <Key extends string, One, Label>(
  all: Record<Key, One>,
  pick: (one: One) => Label,
) =>
  Object.fromEntries(Object.entries<One>(all).map(([key, one]) => [key, pick(one)])) as Record<
    Key,
    Label
  >

/** Filters of the list of notifications; an environment is found by its name. */
export function notificationFilters(
  search: NotificationSearch,
  narrow: (change: NotificationSearch) => void,
  environments: { names: readonly string[]; text: string; onText: (text: string) => void },
): Filter[] {
  return [
    anyOf('Health', optionsOf(healthLabels), search.health, (health) => narrow({ health })),
    anyOf(
      'Environment',
      [...new Set([...(search.environment ?? []), ...environments.names])].map((value) => ({
        value,
        label: value,
      })),
      search.environment,
      (environment) => narrow({ environment }),
      { find: { text: environments.text, onText: environments.onText } },
    ),
    anyOf(
      'Fires when',
      optionsOf(labelsBy(triggerLabels, ({ says }) => says)),
      search.trigger,
      (trigger) => narrow({ trigger }),
    ),
    anyOf(
      'Target',
      optionsOf(labelsBy(targetLabels, ({ label }) => label)),
      search.target_type,
      (target_type) => narrow({ target_type }),
    ),
  ]
}
