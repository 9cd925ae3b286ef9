import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import type { ResponseOf } from '#contract/common/endpoint.ts'
import type { EndpointQuery, Readable } from '#web/api/endpoint-query.ts'

/**
 * What the text in a field finds. The answer before stays as `data`; `found` is undefined until there
 * is one about the text that is in the field now, so that Enter chooses nothing of an older list.
 */
export function useFound<E extends Readable>(
  text: string,
  queryOf: (text: string) => EndpointQuery<E>,
  isEnabled = true,
): { data: ResponseOf<E> | undefined; found: ResponseOf<E> | undefined } {
  const typed = text.trim()
  const asked = useDeferredValue(typed)
  const { data, isPlaceholderData } = useQuery({
    ...queryOf(asked),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  })
  return { data, found: asked === typed && !isPlaceholderData ? data : undefined }
}
