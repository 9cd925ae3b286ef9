import { createAtom, useSelector } from '@tanstack/react-store'
import { ApiError } from './api-error.ts'

/**
 * A session can end at any time. Requests that meet a 401 wait here until somebody has signed in
 * again, so that the page under the dialog stays as it was.
 */
const waiting = createAtom<PromiseWithResolvers<SignedIn> | null>(null)

/** Who signed in after an expiry. */
interface SignedIn {
  user: string
  isSamePerson: boolean
}

/** The last sign-in after an expiry. */
let signedIn: SignedIn | null = null

/**
 * Runs a request; on a 401 it waits for a new sign-in and runs it again. Where another person signs
 * in, nothing is repeated: a read may be the first step of a write. @throws ApiError 401 then
 */
export async function retryAfterSignIn<T>(request: () => Promise<T>): Promise<T> {
  for (;;) {
    const before = signedIn
    try {
      return await request()
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
    }
    // What left with the ended session may be answered when somebody has signed in already.
    const { user, isSamePerson } =
      signedIn && signedIn !== before ? signedIn : await signedInAgain()
    if (!isSamePerson) {
      const message = `Not sent: somebody else started this, and you are signed in as ${user}`
      throw new ApiError({ status: 401, message })
    }
  }
}

function signedInAgain(): Promise<SignedIn> {
  waiting.set((before) => before ?? Promise.withResolvers<SignedIn>())
  return waiting.get()!.promise
}

/** Lets the waiting requests go on, after a new sign-in. */
export function endExpiry(by: SignedIn): void {
  signedIn = by
  waiting.get()?.resolve(by)
  waiting.set(null)
}

/** Whether requests are waiting for a new sign-in, followed. */
export const useExpired = (): boolean => useSelector(waiting, (now) => now !== null)
