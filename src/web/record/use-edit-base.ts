import type { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { EndpointName } from '#contract/endpoints.ts'
import { ApiError } from '#web/api/api-error.ts'

/**
 * A record as it was when an edit of it began, or was last compared with what is saved now: others
 * may save it meanwhile.
 */
export function useEditBase<Base extends { saved?: { etag: string } | undefined }>(latest: Base) {
  const [begun, setBegun] = useState(latest)
  return {
    begun,
    isSavedMeanwhile: latest.saved?.etag !== begun.saved?.etag,
    /** Goes on from what is saved now. */
    rebase: () => setBegun(latest),
  }
}

/** Where somebody else was faster, reads what they saved, to be shown beside. */
export async function readIfSavedMeanwhile(
  error: unknown,
  queryClient: QueryClient,
  endpoint: EndpointName,
): Promise<void> {
  if (!(error instanceof ApiError && error.status === 412)) return
  await queryClient.invalidateQueries({ queryKey: [endpoint] })
}
