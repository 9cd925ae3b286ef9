import { afterEach, expect, test, vi } from 'vitest'
import { dueExceptionsQuery } from './queries.ts'

afterEach(() => vi.unstubAllGlobals())

const one = (state: string, expires_at: number) => ({ state, expires_at })

/** Answers of the service by the states that are asked for; returns what was asked. */
function answering(answers: Record<string, { data: object[]; total: number }>) {
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    const { searchParams } = new URL(url, 'http://localhost')
    const states = searchParams.getAll('state').join(' ')
    asked.push(states)
    const { data, total } = answers[states] ?? { data: [], total: 0 }
    return Promise.resolve(Response.json({ data, pagination: { total } }))
  })
  return asked
}

const read = () => dueExceptionsQuery('acme').queryFn({ signal: new AbortController().signal })

test('asks once where a page has all, and sorts what ends by its end', async () => {
  const data = [one('requested', 9), one('expiring', 5), one('expiring', 3)]
  const asked = answering({ 'requested expiring': { data, total: 3 } })
  expect(await read()).toEqual({
    requests: { data: [one('requested', 9)], total: 1 },
    ending: { data: [one('expiring', 3), one('expiring', 5)], total: 2 },
  })
  expect(asked).toEqual(['requested expiring'])
})

test('asks for each where a page has not all, so that both totals are right', async () => {
  const asked = answering({
    'requested expiring': { data: [one('requested', 1)], total: 130 },
    requested: { data: [one('requested', 1)], total: 120 },
    expiring: { data: [one('expiring', 2)], total: 10 },
  })
  const { requests, ending } = await read()
  expect([requests.total, ending.total]).toEqual([120, 10])
  expect(asked).toEqual(['requested expiring', 'requested', 'expiring'])
})
