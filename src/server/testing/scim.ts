import { startTestApp, type TestApp } from './app.ts'
import { type People, signInAtProvider, startIdentityProvider } from './identity-provider.ts'

/** The token that tests provision with. */
export const scimToken = 'a-token-of-the-directory-that-is-long-enough'

/** Sends requests to SCIM as a directory does, below `/scim/v2`; answers are parsed. */
export const scimClient =
  (app: TestApp, key: string | null = scimToken) =>
  async (method: string, path: string, body?: unknown) => {
    const raw =
      body === undefined
        ? {}
        : { raw: { type: 'application/scim+json', content: JSON.stringify(body) } }
    const { status, text, headers } = await app.call(method, `//scim/v2${path}`, { key, ...raw })
    return { status, headers, body: text === '' ? null : JSON.parse(text) }
  }

/** Address of the services that people sign in to at a provider. */
export const cairnAddress = 'http://cairn.test'

/** A service with SCIM, and the identity provider that its people sign in at. */
export async function startProvisioned(groups: string) {
  const people: People = {}
  const provider = await startIdentityProvider(cairnAddress, people)
  const environment = {
    ...provider.environment,
    CAIRN_OIDC_GROUPS: groups,
    CAIRN_SCIM_TOKEN: scimToken,
  }
  const app = await startTestApp({ environment, clock: () => Date.now() / 1000 })
  return { people, provider, app, scim: scimClient(app) }
}

const cookieOf = (headers: Record<string, unknown>, name: string) =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((one) => String(one).split(';')[0] ?? '')
    .find((one) => one.startsWith(`${name}=`)) ?? ''

/** Signs somebody in at the provider. @returns the status, and the session */
export async function signInBy(app: TestApp, subject: string) {
  const begun = await app.call('GET', '//sign-in/oidc', { key: null })
  const address = await signInAtProvider(String(begun.headers['location']), subject)
  const { status, headers } = await app.call('GET', `/${address.slice(cairnAddress.length)}`, {
    key: null,
    headers: { cookie: cookieOf(begun.headers, 'cairn_sign_in') },
  })
  return { status, cookie: cookieOf(headers, 'cairn_session') }
}
