import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { Provider } from 'oidc-provider'
import { fetch, type RequestInit } from 'undici'

/** Claims about a person at the provider, by their subject. */
export type People = Record<string, Record<string, unknown>>

/** Faults of the provider; each lasts until it is taken back. */
export interface Faults {
  /** Changes the claims of ID tokens before they are signed. */
  claims?: (claims: JWTPayload) => JWTPayload
  /** Signs ID tokens with a key that the provider does not publish. */
  hasForeignKey?: boolean
  /** Answers nothing on paths that begin so. */
  isSilentAt?: string
  /** Answers 500 on paths that begin so. */
  failsAt?: string
}

const client = { client_id: 'cairn', client_secret: 'a secret of the client, not a short one' }

const makeKey = async (kid: string) => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return {
    kid,
    privateKey,
    jwk: { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' },
  }
}

/**
 * A real OpenID provider on this machine, whose people sign in by their subject alone.
 * @param cairn address of the service that its people come from
 */
export async function startIdentityProvider(cairn: string, people: People) {
  const faults: Faults = {}
  const server = createServer((request, response) => {
    handle(request, response).catch((error: Error) => response.destroy(error))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const issuer = `http://localhost:${port}`
  let key = await makeKey('first')
  let provider = makeProvider()

  function makeProvider() {
    const made = new Provider(issuer, {
      clients: [
        {
          ...client,
          grant_types: ['authorization_code', 'refresh_token'],
          redirect_uris: [`${cairn}/sign-in/callback`],
          post_logout_redirect_uris: [`${cairn}/sign-in`],
        },
      ],
      jwks: { keys: [key.jwk] },
      cookies: { keys: ['a key of cookies'] },
      claims: {
        profile: ['name', 'preferred_username', 'groups', 'oid'],
        email: ['email', 'email_verified'],
      },
      // Whoever is taken out is not known any more.
      findAccount: (_context, sub) =>
        sub in people ? { accountId: sub, claims: () => ({ sub, ...people[sub] }) } : undefined,
      issueRefreshToken: () => true,
      rotateRefreshToken: true,
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      pkce: { required: () => true },
      ttl: {
        Session: 600,
        Interaction: 600,
        Grant: 600,
        RefreshToken: 600,
        IdToken: 600,
        AccessToken: 600,
      },
      // Nobody is asked what Cairn may know of them.
      async loadExistingGrant({ oidc }) {
        const accountId = String(oidc.session?.accountId)
        const grant = new oidc.provider.Grant({ clientId: client.client_id, accountId })
        grant.addOIDCScope('openid profile email')
        await grant.save()
        return grant
      },
    })
    // Failures are what tests are about.
    made.on('server_error', () => undefined)
    return made
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const { url = '/', method } = request
    if (faults.isSilentAt !== undefined && url.startsWith(faults.isSilentAt)) return
    if (faults.failsAt !== undefined && url.startsWith(faults.failsAt)) {
      response.writeHead(500).end('broken')
      return
    }
    if (url.startsWith('/interaction/')) return interact(request, response)
    if (url === '/token' && method === 'POST') signAnew(response)
    await provider.callback()(request, response)
  }

  async function interact(request: IncomingMessage, response: ServerResponse) {
    if (request.method !== 'POST') {
      const field = '<label>User <input name="user" autofocus></label> <button>Continue</button>'
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(`<!doctype html><title>Provider</title><form method="post">${field}</form>`)
      return
    }
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const accountId = new URLSearchParams(body).get('user') ?? ''
    await provider.interactionFinished(request, response, { login: { accountId } })
  }

  /** Puts other claims, or another signature, into the ID token of an answer. */
  function signAnew(response: ServerResponse) {
    const end = response.end.bind(response)
    const replace = async (content: unknown) => {
      const answer = JSON.parse(String(content)) as { id_token?: string }
      if (answer.id_token && (faults.claims || faults.hasForeignKey)) {
        const claims = decodeJwt(answer.id_token)
        const { privateKey } = faults.hasForeignKey ? await makeKey(key.kid) : key
        answer.id_token = await new SignJWT(faults.claims?.(claims) ?? claims)
          .setProtectedHeader({ alg: 'RS256', kid: key.kid })
          .sign(privateKey)
      }
      const text = JSON.stringify(answer)
      response.setHeader('content-length', Buffer.byteLength(text))
      end(text)
    }
    response.end = ((content: unknown) => {
      replace(content).catch((error: Error) => response.destroy(error))
      return response
    }) as typeof response.end
  }

  return {
    issuer,
    faults,
    /** Environment variables of a service whose people sign in here. */
    environment: {
      CAIRN_LOGIN: 'both',
      CAIRN_BASE_URL: cairn,
      CAIRN_OIDC_ISSUER: issuer,
      CAIRN_OIDC_CLIENT_ID: client.client_id,
      CAIRN_OIDC_CLIENT_SECRET: client.client_secret,
    },
    /** Signs with another key from now on, and no longer publishes the former one. */
    async rotate() {
      key = await makeKey(`rotated-${Date.now()}`)
      provider = makeProvider()
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/**
 * Signs in at a provider as a browser would, from the address that it was sent to.
 * @returns where the provider sends it back to
 */
export async function signInAtProvider(address: string, user: string): Promise<string> {
  const jar = new Map<string, string>()
  const go = async (to: string, init: RequestInit = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(to, { ...init, redirect: 'manual', headers: { cookie } })
    for (const one of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? []
      jar.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`${to} was answered ${await response.text()}`)
    return new URL(location, to).href
  }
  const interaction = await go(address)
  const body = new URLSearchParams({ user })
  return go(await go(interaction, { method: 'POST', body }))
}

/** Cookies that an answer sets, as a browser sends them back. */
export const cookiesOf = ({ headers }: { headers: Record<string, unknown> }): string[] =>
  [headers['set-cookie'] ?? []].flat().map((one) => String(one).split(';')[0] ?? '')
