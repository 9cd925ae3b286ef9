import type { QueryClient } from '@tanstack/react-query'
import type { AuditEvent } from '#contract/audit-log/audit-kind.ts'
import { isOutdatedBy } from './change-invalidation.ts'
import { listenToChanges } from './change-stream.ts'

const pause = 1_000
const gather = 150
const settle = 400

/**
 * Keeps the cache true to an organization's changes, at most one refetch a second.
 * @param after the change that the cache has seen, where that is known
 */
export function followChanges(
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
      predicate: ({ queryKey }) => changes.some((one) => isOutdatedBy(queryKey, org, one)),
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
      settle,
    )
  }

  catchUp()
  const stop = listenToChanges(org, after, {
    onOpen: (resumed) => (resumed ? clearTimeout(catchingUp) : catchUp()),
    onChange: (change) => {
      gathered.push(change)
      timer ??= setTimeout(flush, Math.max(gather, flushedAt + pause - Date.now()))
    },
  })
  return () => {
    clearTimeout(timer)
    clearTimeout(catchingUp)
    stop()
  }
}
