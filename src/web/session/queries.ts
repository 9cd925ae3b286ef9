import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { endExpiry } from '../api/expiry.ts'

/** Who is signed in. A 401 is an answer here, not an expiry: nobody is. */
export const sessionQuery = queryOptions({
  queryKey: ['getSession', {}, {}] as const,
  queryFn: ({ signal }) => call('getSession', { signal }),
  staleTime: Infinity,
})

/** Signs in with an API key, or the token of a one-time link. */
export async function signIn(
  queryClient: QueryClient,
  credential: { api_key: string } | { token: string },
): Promise<void> {
  const session = await call('createSession', { body: credential })
  queryClient.setQueryData(sessionQuery.queryKey, session)
}

/** After an expiry: lets the waiting requests go on and asks for everything anew. */
export async function signInAgain(queryClient: QueryClient, apiKey: string): Promise<void> {
  await signIn(queryClient, { api_key: apiKey })
  endExpiry()
  await queryClient.invalidateQueries()
}

/** Signs out and forgets what was seen. */
export async function signOut(queryClient: QueryClient): Promise<void> {
  await call('deleteSession', {}).catch(() => undefined)
  queryClient.clear()
}
