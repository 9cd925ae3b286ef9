import { singleSignOn } from '#server/database/system/operator.ts'
import type { CheckedSession, ProviderSessions } from '#server/database/system/provider-sessions.ts'
import { admit } from '#server/database/system/single-sign-on.ts'
import { forEachIsolated } from '#server/jobs/background-loop.ts'
import { type IdentityProvider, SignInRefused } from '#server/platform/identity-provider.ts'
import { Problem } from '#server/platform/problem.ts'
import type { Context } from '#server/request/handler.ts'
import { changeOwnAccount } from '#server/user/change-own-account.ts'
import { personOf } from './oidc-sign-in.ts'
import { endSessions, idTokenOf, refreshTokenOf } from './open-session.ts'

/** Dependencies of checking sessions. */
interface Check {
  context: Context
  provider: IdentityProvider
  sessions: ProviderSessions
  /** Told that the provider does not answer, for each session that was not checked therefore. */
  onUnavailable(problem: Problem): void
}

/**
 * Asks the identity provider about sessions that are used: one that it refuses ends, and roles
 * follow the groups that it names now. A provider that does not answer takes nothing away.
 */
export async function checkSessions(check: Check): Promise<void> {
  const { sessions, context } = check
  await forEachIsolated(await sessions.take(context.clock()), (session) => checkOne(check, session))
}

async function checkOne(check: Check, session: CheckedSession): Promise<void> {
  const { context, provider, sessions, onUnavailable } = check
  const { secrets } = context
  const idToken = secrets.decrypt(session.id_token, idTokenOf(session.id))
  const refreshToken = secrets.decrypt(session.refresh_token, refreshTokenOf(session.id))
  // Another secret than the one that they were stored under: nothing can be asked.
  if (idToken === null || refreshToken === null) return
  try {
    const identity = await provider.renew({ idToken, refreshToken })
    await sessions.renew(session.hash, {
      id_token: secrets.encrypt(identity.idToken, idTokenOf(session.id)),
      refresh_token: secrets.encrypt(
        identity.refreshToken ?? refreshToken,
        refreshTokenOf(session.id),
      ),
    })
    // Who is disabled or has no group loses all sessions by it; no claim takes nothing away.
    const person = { ...personOf(provider.config, identity), isSigningIn: false }
    await context.systemDatabase.write(context, (write) => admit(write, person), singleSignOn)
  } catch (error) {
    if (error instanceof SignInRefused) await end(context, session)
    else if (error instanceof Problem && error.status === 503) onUnavailable(error)
    else throw error
  }
}

/** Ends a session that the provider no longer vouches for. */
async function end(context: Context, { hash, user_id: userId, user_name: name }: CheckedSession) {
  const actor = { userId, name, keyId: null, address: null }
  await changeOwnAccount({ ...context, actor }, (write) =>
    endSessions(write, { hash }, 'refused by the identity provider'),
  )
}
