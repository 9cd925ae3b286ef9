import { expect, it } from 'vitest'
import { Problem } from '#server/platform/problem.ts'
import { TestLimit } from './test-limit.ts'

const mail = (count: number) => ({
  email: Array.from({ length: count }, (_, n) => `u${n}@x.example`),
})
const webhook = { webhook: 'https://x.example' }
const now = 1_800_000_000

function statusOf(count: () => void): number {
  try {
    count()
  } catch (error) {
    if (error instanceof Problem) return error.status
    throw error
  }
  return 200
}

it.each([
  ['few mail addresses', [mail(10)], 200],
  ['many in one target', [mail(11)], 400],
  ['many in several targets', [mail(6), mail(5)], 400],
  ['many webhooks', Array.from({ length: 50 }, () => webhook), 200],
  ['an address that cannot be read', [null], 200],
])('takes or refuses %s', (_name, addresses, status) => {
  const limit = new TestLimit()
  expect(statusOf(() => limit.count({ orgId: 'o', userId: 'u' }, addresses, now))).toBe(status)
})

it('counts messages by account and by organization, minute by minute', () => {
  const limit = new TestLimit()
  const test = (orgId: string, userId: string, at = now) =>
    statusOf(() => limit.count({ orgId, userId }, [mail(10)], at))
  expect([1, 2, 3, 4].map(() => test('one', 'ann'))).toEqual([200, 200, 200, 429])
  expect(test('other', 'ann')).toBe(429)
  expect([1, 2, 3].map(() => test('one', 'bob'))).toEqual([200, 200, 200])
  expect(test('one', 'cid')).toBe(429)
  expect(test('other', 'cid')).toBe(200)
  expect(test('one', 'ann', now + 60)).toBe(200)
})
