import { ApiError } from './api-error.ts'

/**
 * A session can end at any time. Requests that meet a 401 wait here until somebody has signed in
 * again, so that the page under the dialog stays as it was.
 */
let waiting: { promise: Promise<SignedIn>; resolve: (by: SignedIn) => void } | null = null
const listeners = new Set<() => void>()

/** Who signed in after an expiry. */
interface SignedIn {
  user: string
  isSamePerson: boolean
}

function announce() {
  for (const listener of listeners) listener()
}

/**
 * Runs a request; on a 401 it waits for a new sign-in and runs it again. Where another person signs
 * in, nothing is repeated: a read may be the first step of a write. @throws ApiError 401 then
 */
export async function retryAfterSignIn<T>(request: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await request()
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
    }
    const { user, isSamePerson } = await signedInAgain()
    if (!isSamePerson) {
      const message = `This was not sent: somebody else started it, and you are ${user}`
      throw new ApiError({ status: 401, message })
    }
  }
}

function signedInAgain(): Promise<SignedIn> {
  if (!waiting) {
    const { promise, resolve } = Promise.withResolvers<SignedIn>()
    waiting = { promise, resolve }
    announce()
  }
  return waiting.promise
}

/** Lets the waiting requests go on, after a new sign-in. */
export function endExpiry(by: SignedIn): void {
  waiting?.resolve(by)
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
