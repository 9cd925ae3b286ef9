import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import type { Session } from '#contract/session/session.ts'
import { ApiError } from '../api/api-error.ts'
import { sessionQuery } from './queries.ts'

/** The session that a page needs; without one, goes to sign-in and back afterwards. */
export async function requireSession(queryClient: QueryClient, href: string): Promise<Session> {
  try {
    return await queryClient.ensureQueryData(sessionQuery)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    const search = href === '/' ? {} : { return_to: href }
    throw redirect({ to: '/sign-in', search, replace: true })
  }
}
