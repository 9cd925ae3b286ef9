import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Session } from '#contract/session/session.ts'
import { firstChangeToHear, requireSessionIn, sessionQuery } from './session.ts'

const sessionWith = (...names: string[]): Session => ({
  user: { name: 'kim', email: null },
  default_org: null,
  organizations: names.map((name) => ({
    name,
    kind: 'shared',
    role: 'member',
    time_zone: null,
    max_key_age_days: null,
    last_change: 7,
  })),
})
const members = (org: string) => ['listMembers', { org }, {}]

let queryClient: QueryClient
const fetched = vi.fn<() => Promise<Response>>()
beforeEach(() => {
  queryClient = new QueryClient()
  queryClient.setQueryData(sessionQuery.queryKey, sessionWith('acme'))
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
  return () => vi.unstubAllGlobals()
})
const answer = (body: object, status = 200) =>
  fetched.mockResolvedValue(new Response(JSON.stringify(body), { status }))

test('pages of an organization that the session names ask for it once', async () => {
  expect(await requireSessionIn(queryClient, 'acme', '/acme')).toEqual(sessionWith('acme'))
  expect(fetched).not.toHaveBeenCalled()
})

test('an organization that the session did not name yet is asked for', async () => {
  answer(sessionWith('acme', 'globex'))
  const session = await requireSessionIn(queryClient, 'globex', '/globex')
  expect(session).toEqual(sessionWith('acme', 'globex'))
  expect(queryClient.getQueryData(sessionQuery.queryKey)).toEqual(session)
})

test('what was read of an organization that is gone is forgotten, and nothing else', async () => {
  queryClient.setQueryData(members('gone'), [])
  queryClient.setQueryData(members('acme'), [])
  answer(sessionWith('acme'))
  await requireSessionIn(queryClient, 'gone', '/gone')
  expect(queryClient.getQueryData(members('gone'))).toBeUndefined()
  expect(queryClient.getQueryData(members('acme'))).toEqual([])
})

test('who is signed out by then goes to sign in, and back', async () => {
  answer({ message: 'Sign in' }, 401)
  await expect(requireSessionIn(queryClient, 'gone', '/gone/flows')).rejects.toMatchObject({
    options: { to: '/sign-in', search: { return_to: '/gone/flows' } },
  })
})

test('changes are heard from where the first session stood, and from a later one not', () => {
  expect(firstChangeToHear(queryClient, 'acme')).toBe(7)
  expect(firstChangeToHear(queryClient, 'globex')).toBeUndefined()
  // Pages may have been read between the two.
  queryClient.setQueryData(sessionQuery.queryKey, sessionWith('acme', 'globex'))
  expect(firstChangeToHear(queryClient, 'acme')).toBeUndefined()
})
