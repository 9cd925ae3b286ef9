import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import type { QueryOf } from '#web/api/list-query.ts'

/**
 * Answer to the text in a field. The one before stays as `data`; `found` is undefined until there
 * is one about the text that is in the field now, so that Enter chooses nothing of an older list.
 */
export function useFound<Answer>(
  text: string,
  queryOf: (text: string) => QueryOf<Answer>,
  isEnabled = true,
): { data: Answer | undefined; found: Answer | undefined } {
  const typed = text.trim()
  const searched = useDeferredValue(typed)
  const { data, isPlaceholderData } = useQuery({
    ...queryOf(searched),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  })
  return { data, found: searched === typed && !isPlaceholderData ? data : undefined }
}
