import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import {
  type Session,
  createSession,
  deleteSession,
  getSession,
  getSignInWays,
} from '#contract/session/session.ts'
import { ApiError } from '#web/api/api-error.ts'
import { callWithoutSession } from '#web/api/call.ts'
import { membershipIn } from '#web/api/permission.ts'
import { endExpiry } from '#web/api/session-expiry.ts'

/** Who is signed in. A 401 is an answer here, not an expiry: nobody is. */
export const sessionQuery = queryOptions({
  queryKey: ['getSession', {}, {}] as const,
  queryFn: ({ signal }) => callWithoutSession(getSession, { signal }),
})

/** Signs in with an API key, or the token of a one-time link. */
export async function signIn(
  queryClient: QueryClient,
  credential: { api_key: string } | { token: string },
): Promise<Session> {
  const session = await callWithoutSession(createSession, { body: credential })
  queryClient.setQueryData(sessionQuery.queryKey, session)
  return session
}

/** Name of the person whose pages are open. */
export const userOf = (queryClient: QueryClient): string | undefined =>
  queryClient.getQueryData(sessionQuery.queryKey)?.user.name

/**
 * After an expiry: lets the waiting requests go on and asks for everything anew. What another person
 * had begun to write is not sent.
 */
export async function signInAgain(
  queryClient: QueryClient,
  signIn: () => Promise<Session>,
): Promise<{ isSamePerson: boolean }> {
  const before = userOf(queryClient)
  const session = await signIn()
  queryClient.setQueryData(sessionQuery.queryKey, session)
  const { user } = session
  const isSamePerson = user.name === before
  endExpiry({ user: user.name, isSamePerson })
  await queryClient.invalidateQueries()
  return { isSamePerson }
}

/**
 * Signs out and forgets what was seen, then goes to the page to sign in, after single sign-on by way
 * of the identity provider.
 */
export async function signOut(queryClient: QueryClient, goToSignIn: () => unknown): Promise<void> {
  const answer = await callWithoutSession(deleteSession, {}).catch(() => null)
  queryClient.clear()
  if (answer?.logout_url) location.assign(answer.logout_url)
  else goToSignIn()
}

/** How one may sign in. */
export const signInWaysQuery = queryOptions({
  queryKey: ['getSignInWays', {}, {}] as const,
  queryFn: ({ signal }) => callWithoutSession(getSignInWays, { signal }),
  staleTime: Infinity,
})

/** Who is signed in, as the service says now. */
export const loadSession = () => callWithoutSession(getSession, {})

/** The address that begins single sign-on, and returns to a path of the dashboard. */
export const singleSignOn = (returnTo: string | undefined) =>
  `/sign-in/oidc${returnTo === undefined ? '' : `?return_to=${encodeURIComponent(returnTo)}`}`

/**
 * The change after which a page just begun has to hear of changes; unknown when it began long ago,
 * and once the session was read again: pages may keep answers from before.
 */
export function firstChangeToHear(queryClient: QueryClient, org: string): number | undefined {
  const state = queryClient.getQueryState(sessionQuery.queryKey)
  if (!state?.data || state.dataUpdateCount > 1) return undefined
  if (Date.now() > state.dataUpdatedAt + 30_000) return undefined
  return membershipIn(state.data, org)?.last_change
}

/**
 * The session for pages of an organization. One that it does not name may have come since, and what
 * was read of one that is no longer open to the person is forgotten.
 */
export async function requireSessionIn(
  queryClient: QueryClient,
  org: string,
  href: string,
): Promise<Session> {
  const known = await requireSession(queryClient, href)
  if (membershipIn(known, org)) return known
  queryClient.removeQueries({
    predicate: ({ queryKey: [, params] }) => (params as { org?: string } | undefined)?.org === org,
  })
  const readAnew = () => queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
  return requireSession(queryClient, href, readAnew)
}

/** The session that a page needs; without one, goes to sign-in and back afterwards. */
export async function requireSession(
  queryClient: QueryClient,
  href: string,
  read = () => queryClient.ensureQueryData(sessionQuery),
): Promise<Session> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    const search = href === '/' ? {} : { return_to: href }
    throw redirect({ to: '/sign-in', search, replace: true })
  }
}

/** Where to go after signing in: a path of this origin, never elsewhere, never sign-in again. */
export function safeReturnTo(wanted: string | undefined, origin: string): string {
  const home = '/'
  if (!wanted?.startsWith('/')) return home
  const url = URL.parse(wanted, origin)
  if (!url || url.origin !== origin || url.pathname.startsWith('/sign-in')) return home
  // The path of `/.//host` would name a host.
  if (url.pathname.startsWith('//')) return home
  return url.pathname + url.search + url.hash
}
