import type { QueryClient } from '@tanstack/react-query'
import type { AuditEvent } from '#contract/audit-log/audit-kind.ts'
import { isInvalidatedBy } from './change-invalidation.ts'
import { openLiveUpdates } from './change-stream.ts'

const refetchIntervalMs = 1_000
const collectMs = 150
const catchUpMs = 400

/**
 * Keeps the cache true to an organization's changes, at most one refetch a second.
 * @param after the change that the cache has seen, where that is known
 */
export function followLiveUpdates(
  org: string,
  queryClient: QueryClient,
  after: number | undefined,
): () => void {
  let gathered: AuditEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let catchingUp: ReturnType<typeof setTimeout> | undefined
  let flushedAt = 0

  const flush = () => {
    const changes = gathered
    gathered = []
    timer = undefined
    flushedAt = Date.now()
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => changes.some((one) => isInvalidatedBy(queryKey, org, one)),
    })
  }
  // What changed between loading a page and listening was told to nobody.
  const catchUp = () => {
    clearTimeout(catchingUp)
    catchingUp = setTimeout(
      () =>
        void queryClient.invalidateQueries({
          predicate: ({ queryKey }) => (queryKey[1] as { org?: string } | undefined)?.org === org,
        }),
      catchUpMs,
    )
  }

  catchUp()
  const stop = openLiveUpdates(org, after, {
    onOpen: (resumed) => (resumed ? clearTimeout(catchingUp) : catchUp()),
    onChange: (change) => {
      gathered.push(change)
      timer ??= setTimeout(flush, Math.max(collectMs, flushedAt + refetchIntervalMs - Date.now()))
    },
  })
  return () => {
    clearTimeout(timer)
    clearTimeout(catchingUp)
    stop()
  }
}
