import * as client from 'openid-client'
import { Problem } from './problem.ts'
import type { OidcConfig } from './sign-in-config.ts'

/** Path that browsers begin at. */
export const beginPath = '/sign-in/oidc'
/** Path that the provider sends browsers back to. */
export const callbackPath = '/sign-in/callback'
/** Seconds that one request to the provider may take. */
const timeoutSeconds = 5
/** For how long its addresses are known without asking again, in milliseconds. */
const knownForMs = 60_000

/** Values that tie an answer of the provider to the browser that began to sign in. */
interface SignInChecks {
  state: string
  nonce: string
  verifier: string
}

/** Who signed in at the provider, by its ID token and its answer about the user. */
export interface Identity {
  issuer: string
  subject: string
  /** As it was signed, for signing out. */
  idToken: string
  /** By which the provider is asked again; null where it gives none. */
  refreshToken: string | null
  claims: Record<string, unknown>
}

/** The provider refused, or what it said cannot be believed; the reason is for the log. */
export class SignInRefused extends Problem {
  constructor(reason: string, options: { cause?: unknown } = {}) {
    super(401, reason)
    Object.assign(this, options)
  }
}

/** OpenID Connect with one provider: code with PKCE, state, nonce and verified signatures. */
export class IdentityProvider {
  readonly config: OidcConfig
  readonly redirectUri: string
  readonly #base: string
  #known: { at: number; discovered: Promise<client.Configuration> } | null = null

  /** @param base the address that browsers use, without a slash at the end */
  constructor(config: OidcConfig, base: string) {
    this.config = config
    this.#base = base
    this.redirectUri = `${base}${callbackPath}`
  }

  /**
   * Begins a sign-in: the address to send the browser to, and what its answer is checked against.
   * @throws Problem 503 when the provider does not answer
   */
  async begin(): Promise<{ url: URL; checks: SignInChecks }> {
    const configuration = await this.#discoverOnce()
    const [state, nonce] = [client.randomState(), client.randomNonce()]
    const verifier = client.randomPKCECodeVerifier()
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: this.redirectUri,
      scope: this.config.scopes,
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    return { url, checks: { state, nonce, verifier } }
  }

  /**
   * Exchanges the code in an answer of the provider, and checks everything that it says.
   * @param query of the callback, with the question mark
   * @throws SignInRefused, Problem 503
   */
  async finish(query: string, { state, nonce, verifier }: SignInChecks): Promise<Identity> {
    // Its keys are loaded anew: they may have been rotated a moment ago.
    const configuration = await this.#discover()
    try {
      const tokens = await client.authorizationCodeGrant(
        configuration,
        new URL(`${this.redirectUri}${query}`),
        { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier },
      )
      const claims = tokens.claims()
      if (!claims || !tokens.id_token) throw new SignInRefused('there is no ID token')
      return {
        issuer: claims.iss,
        subject: claims.sub,
        idToken: tokens.id_token,
        refreshToken: tokens.refresh_token ?? null,
        claims: { ...claims, ...(await userInfo(configuration, tokens.access_token, claims.sub)) },
      }
    } catch (error) {
      throw explainError(error)
    }
  }

  /**
   * Asks the provider about somebody who signed in, by the tokens that it gave last.
   * @throws SignInRefused when it no longer vouches for them; Problem 503 when it cannot be asked, for
   *   whatever other reason
   */
  async renew(last: { idToken: string; refreshToken: string }): Promise<Identity> {
    const configuration = await this.#discover()
    const { iss: issuer, sub: subject } = claimsOf(last.idToken)
    try {
      const tokens = await client.refreshTokenGrant(configuration, last.refreshToken)
      const claims = tokens.claims()
      if (claims && (claims.sub !== subject || claims.iss !== issuer))
        throw new SignInRefused('the ID token is about somebody else')
      const more = await userInfo(configuration, tokens.access_token, subject)
      return {
        issuer,
        subject,
        idToken: tokens.id_token ?? last.idToken,
        refreshToken: tokens.refresh_token ?? null,
        claims: { ...claims, ...more },
      }
    } catch (error) {
      if (error instanceof SignInRefused) throw error
      // Any other error is about Cairn or the provider, such as a wrong secret of the client.
      const isRefused = error instanceof client.ResponseBodyError && error.error === 'invalid_grant'
      throw isRefused ? explainError(error) : unavailable(error)
    }
  }

  /** The address that also ends the session at the provider; null where it has none. */
  async logoutUrl(idToken: string): Promise<string | null> {
    try {
      const configuration = await this.#discoverOnce()
      return client.buildEndSessionUrl(configuration, {
        id_token_hint: idToken,
        post_logout_redirect_uri: `${this.#base}/sign-in`,
      }).href
    } catch {
      // Signing out here does not depend on the provider.
      return null
    }
  }

  #discoverOnce(): Promise<client.Configuration> {
    if (this.#known && Date.now() - this.#known.at < knownForMs) return this.#known.discovered
    const discovered = this.#discover()
    const known = { at: Date.now(), discovered }
    this.#known = known
    discovered.catch(() => {
      if (this.#known === known) this.#known = null
    })
    return discovered
  }

  async #discover(): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret } = this.config
    const authentication = clientSecret ? client.ClientSecretBasic(clientSecret) : client.None()
    const execute = [client.enableNonRepudiationChecks]
    if (issuer.startsWith('http:')) execute.push(client.allowInsecureRequests)
    const options = { execute, timeout: timeoutSeconds }
    try {
      return await client.discovery(new URL(issuer), clientId, undefined, authentication, options)
    } catch (error) {
      throw unavailable(error)
    }
  }
}

/** Claims about a person beside the ID token; none where the provider has no address for them. */
async function userInfo(configuration: client.Configuration, token: string, subject: string) {
  const { userinfo_endpoint: address } = configuration.serverMetadata()
  return address === undefined ? {} : client.fetchUserInfo(configuration, token, subject)
}

/** Claims of an ID token that was checked before it was stored. */
function claimsOf(idToken: string): { iss: string; sub: string } {
  const [, payload = ''] = idToken.split('.')
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as { iss: string; sub: string }
}

/** Codes of answers that are none: too late, no JSON, a failure of the provider. */
const noAnswers = [
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]

/** Tells a provider that does not answer from one that refuses, or says what is not so. */
function explainError(error: unknown): Error {
  if (error instanceof SignInRefused) return error
  if (error instanceof client.ResponseBodyError) {
    if (error.status >= 500) return unavailable(error)
    return new SignInRefused(`the provider says ${error.error}`, { cause: error })
  }
  // Of fetch: the connection failed.
  const isFetch = error instanceof TypeError && !('code' in error)
  const { code = '', message } = error as { code?: string; message: string }
  if (isFetch || noAnswers.includes(code)) return unavailable(error)
  return new SignInRefused(message, { cause: error })
}

const unavailable = (cause: unknown) =>
  Object.assign(
    new Problem(503, 'The identity provider does not respond', { headers: { 'retry-after': '5' } }),
    {
      cause,
    },
  )
