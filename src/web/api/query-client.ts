import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** The one cache of what the service said. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Live changes invalidate; this only spares the second request right after a loader's.
        staleTime: 10_000,
        gcTime: 10 * 60_000,
        // Offline must show as an error with Retry, not as an endless wait.
        networkMode: 'always',
        retry: (failures, error) =>
          error instanceof ApiError && error.isTemporary && error.status !== 429 && failures < 1,
        retryDelay: 500,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
