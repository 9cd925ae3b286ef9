import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { endExpiry, retryAfterSignIn } from './session-expiry.ts'

/** Sends a request that is refused once somebody has signed in, and succeeds when it is sent again. */
async function refuseAfterSignInOf(user: string, isSamePerson: boolean) {
  let sent = 0
  let refuse: (error: ApiError) => void
  const first = new Promise<string>((_, reject) => (refuse = reject))
  const result = retryAfterSignIn(() => (++sent === 1 ? first : Promise.resolve('done')))
  endExpiry({ user, isSamePerson })
  refuse!(new ApiError({ status: 401, message: 'Sign in first' }))
  return { answer: await result.catch((error: ApiError) => error.message), sent }
}

test('a request of the ended session that is refused after the next sign-in is sent again at once', async () => {
  expect(await refuseAfterSignInOf('robin', true)).toEqual({ answer: 'done', sent: 2 })
})

test('what somebody else started is not sent again after a sign-in', async () => {
  const message = 'Not sent: somebody else started this, and you are signed in as eve'
  expect(await refuseAfterSignInOf('eve', false)).toEqual({ answer: message, sent: 1 })
})
