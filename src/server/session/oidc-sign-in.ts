import * as z from 'zod/mini'
import { baseNameOf, groupsOfClaim } from '#domain/session/single-sign-on.ts'
import { singleSignOn as bySingleSignOn } from '#server/database/system/operator.ts'
import { admit } from '#server/database/system/single-sign-on.ts'
import { recordRefusedPerson } from '#server/audit-log/record-refusals.ts'
import {
  type Identity,
  type IdentityProvider,
  SignInRefused,
} from '#server/platform/identity-provider.ts'
import type { OidcConfig } from '#server/platform/sign-in-config.ts'
import type { Context } from '#server/request/handler.ts'
import {
  type Browser,
  maxSignInSeconds,
  type SignInAnswer,
  type SingleSignOn,
} from '#server/request/single-sign-on.ts'
import { openSession } from './open-session.ts'

/** Purpose that the attempt is encrypted for. */
const purpose = 'sign-in at the identity provider'

const attempt = z.object({
  checks: z.object({ state: z.string(), nonce: z.string(), verifier: z.string() }),
  returnTo: z.nullable(z.string()),
  at: z.number(),
})

/** Single sign-on at the provider; null where none is configured. */
export function singleSignOn(context: Context): SingleSignOn | null {
  const { identityProvider: provider } = context
  return (
    provider && {
      begin: (returnTo) => beginSignIn(context, provider, returnTo),
      finish: (answer) => finishSignIn(context, provider, answer),
    }
  )
}

async function beginSignIn(
  { secrets, clock }: Context,
  provider: IdentityProvider,
  returnTo: string | null,
): Promise<{ url: string; encryptedAttempt: string }> {
  const { url, checks } = await provider.begin()
  const attemptText = JSON.stringify({ checks, returnTo, at: clock() } satisfies z.output<
    typeof attempt
  >)
  return {
    url: url.href,
    encryptedAttempt: secrets.encrypt(attemptText, purpose).toString('base64url'),
  }
}

async function finishSignIn(
  context: Context,
  provider: IdentityProvider,
  { query, encryptedAttempt, browser }: SignInAnswer,
): Promise<{ cookie: string; returnTo: string | null }> {
  const begun = readAttempt(context, encryptedAttempt)
  const identity = await provider.finish(query, begun.checks)
  const user = await admitted(context, provider, identity, browser)
  const { address, requestId } = browser
  const actor = {
    userId: user.id,
    name: user.name,
    keyId: null,
    keyLabel: null,
    address,
    requestId,
  }
  const { idToken, refreshToken } = identity
  const by = { way: 'single_sign_on', idToken, refreshToken } as const
  return { cookie: await openSession(context, actor, browser, by), returnTo: begun.returnTo }
}

/** @throws SignInRefused when nothing was begun in this browser, or too long ago */
function readAttempt({ secrets, clock }: Context, encryptedAttempt: string | null) {
  const opened =
    encryptedAttempt === null
      ? null
      : secrets.decrypt(Buffer.from(encryptedAttempt, 'base64url'), purpose)
  if (opened === null) throw new SignInRefused('this browser has not begun to sign in')
  const begun = attempt.parse(JSON.parse(opened))
  if (clock() - begun.at > maxSignInSeconds) throw new SignInRefused('it was begun too long ago')
  return begun
}

const text = (claim: unknown) => (typeof claim === 'string' ? claim : undefined)

/** A person by what the provider says of them. */
export function personOf(config: OidcConfig, { issuer, subject, claims }: Identity) {
  const { preferred_username, email, name } = claims
  return {
    issuer,
    subject,
    externalId: text(claims[config.scimClaim]) ?? null,
    baseName: baseNameOf({
      preferred_username: text(preferred_username),
      email: text(email),
      name: text(name),
    }),
    // Whoever chooses an address that nobody verified could choose another person's.
    email: claims['email_verified'] === true ? (text(email) ?? null) : null,
    linksByEmail: config.linksByEmail,
    mapping: config.groups,
    groups: groupsOfClaim(claims[config.groupsClaim]),
  }
}

/** @throws SignInRefused for who is disabled or has no group */
async function admitted(
  context: Context,
  { config }: IdentityProvider,
  identity: Identity,
  { address, requestId }: Browser,
) {
  const person = { ...personOf(config, identity), isSigningIn: true }
  const { user, refusal } = await context.systemDatabase.write(
    context,
    (write) => admit(write, person),
    bySingleSignOn,
  )
  if (refusal === null) return user
  if (refusal === 'no_claim')
    throw new SignInRefused(`the provider names no groups in the claim '${config.groupsClaim}'`)
  if (user) await recordRefusedPerson(context, user, { address, requestId, reason: refusal })
  throw new SignInRefused(refusal === 'disabled' ? 'the user is disabled' : 'no group gives a role')
}
