import { ApiError } from './api-error.ts'

/**
 * What a loader does when its list cannot be had just now: the page is shown all the same, and
 * keeps the rows it has (`useListQuery`), or says itself that it has none.
 */
export function ignoreTemporaryError(error: unknown): void {
  if (!(error instanceof ApiError && error.isTemporary)) throw error
}
