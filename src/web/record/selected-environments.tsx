import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { findSelectedEnvironments } from '#contract/notification/draft.ts'
import { counted } from '#domain/common/counted.ts'
import { endpointQuery } from '#web/api/endpoint-query.ts'
import { useDebouncedValue } from '#web/ui/use-debounced-value.ts'
import { type EditedSelector, selectorBody } from './selector.ts'

const maxNames = 12

/** Environments that a selector takes now; none are `found` while it asks for nothing. */
export function useSelectedEnvironments(org: string, edited: EditedSelector) {
  const typed = JSON.stringify(selectorBody(edited))
  const selector = JSON.parse(useDebouncedValue(typed)) as ReturnType<typeof selectorBody>
  const { tags, types, name_pattern } = selector ?? {}
  const query = { tag: tags ?? null, type: types ?? null, name_pattern: name_pattern ?? null }
  const { data, isError } = useQuery({
    ...endpointQuery(findSelectedEnvironments, { org }, query),
    enabled: selector !== null,
    placeholderData: keepPreviousData,
  })
  return {
    found: selector === null ? [] : data?.environments,
    isError,
    /** Whether `found` is of what is typed now. */
    isSettled: typed === JSON.stringify(selector) && (selector === null || data !== undefined),
  }
}

/** "3 environments match now: prod-eu, prod-us, staging." */
export function MatchingNow(props: { names: readonly string[] }) {
  const names = [...props.names].sort()
  const more = names.length - maxNames
  return (
    <>
      <span className="font-medium text-text">
        {counted(names.length, 'environment')} {names.length === 1 ? 'matches' : 'match'} now
      </span>
      {names.length > 0 && `: ${names.slice(0, maxNames).join(', ')}`}
      {more > 0 && ` and ${more} more`}.
    </>
  )
}
