import { ApiError } from './api-error.ts'
import { retryAfterSignIn } from './expiry.ts'

/** Whether there is what a call reads; what is archived is there, too. */
export async function isThere(read: () => Promise<unknown>): Promise<boolean> {
  try {
    await retryAfterSignIn(read)
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false
    throw error
  }
}
