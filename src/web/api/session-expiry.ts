import { ApiError } from './api-error.ts'

/**
 * A session can end at any time. Requests that meet a 401 wait here until the person has signed
 * in again, then are sent once more, so that the page under the dialog stays as it was.
 */
let waiting: { promise: Promise<void>; release: () => void } | null = null
const listeners = new Set<() => void>()

function announce() {
  for (const listener of listeners) listener()
}

/** Runs a request; on a 401 waits for a new sign-in and runs it again. */
export async function retryAfterSignIn<T>(request: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await request()
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
    }
    await signedInAgain()
  }
}

function signedInAgain(): Promise<void> {
  if (!waiting) {
    let release: (() => void) | undefined
    const promise = new Promise<void>((resolve) => {
      release = resolve
    })
    waiting = { promise, release: () => release?.() }
    announce()
  }
  return waiting.promise
}

/** Lets the waiting requests go on, after a new sign-in. */
export function endExpiry(): void {
  waiting?.release()
  waiting = null
  announce()
}

/** Whether requests are waiting for a new sign-in. */
export function isExpired(): boolean {
  return waiting !== null
}

/** Subscribes to changes of `isExpired`. */
export function subscribeToExpiry(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
