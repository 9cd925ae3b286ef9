import type { ChoiceFilter, Filter } from '#web/table/filter.ts'
import { healthLabels, targetLabels, triggerLabels } from './labels.ts'
import type { NotificationSearch } from './queries.ts'

/** A choice of several values of one list; none chosen is no filter. */
function choice<Value extends string>(
  label: string,
  words: Record<Value, string>,
  selected: readonly string[] | undefined,
  onChange: (chosen: Value[] | undefined) => void,
): ChoiceFilter {
  const values = Object.keys(words) as Value[]
  return {
    kind: 'choice',
    label,
    isMultiple: true,
    options: values.map((value) => ({ value, label: words[value] })),
    selected: selected ?? [],
    onChange: (wanted) => {
      const chosen = values.filter((value) => wanted.includes(value))
      onChange(chosen.length > 0 ? chosen : undefined)
    },
  }
}

const wordOf = <Key extends string, Words, Word>(
  words: Record<Key, Words>,
  pick: (one: Words) => Word,
) =>
  Object.fromEntries(Object.entries<Words>(words).map(([key, one]) => [key, pick(one)])) as Record<
    Key,
    Word
  >

/** Filters of the list of notifications; an environment is found by its name. */
export function notificationFilters(
  search: NotificationSearch,
  narrow: (change: NotificationSearch) => void,
  environments: { names: readonly string[]; text: string; onText: (text: string) => void },
): Filter[] {
  return [
    choice('Health', healthLabels, search.health, (health) => narrow({ health })),
    {
      kind: 'choice',
      label: 'Environment',
      isMultiple: true,
      options: [...new Set([...(search.environment ?? []), ...environments.names])].map(
        (value) => ({ value, label: value }),
      ),
      selected: search.environment ?? [],
      find: { text: environments.text, onText: environments.onText },
      onChange: (chosen) => narrow({ environment: chosen.length > 0 ? chosen : undefined }),
    },
    choice(
      'Fires when',
      wordOf(triggerLabels, ({ says }) => says),
      search.trigger,
      (trigger) => narrow({ trigger }),
    ),
    choice(
      'Target',
      wordOf(targetLabels, ({ label }) => label),
      search.target_type,
      (target_type) => narrow({ target_type }),
    ),
  ]
}
