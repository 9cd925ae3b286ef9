import { expect, it } from 'vitest'
import { ConnectionShares } from './databases.ts'

const limits = { maxOfAll: 3, maxOfOne: 2, maxWaiting: 2, timeoutMs: 50 }
const pendingCallbacks = () => new Promise((resolve) => setImmediate(resolve))

/** Takes connections and records in which order they were given. */
function taking(shares: ConnectionShares) {
  const given: string[] = []
  const take = (org: string) => shares.take(org).then(() => given.push(org))
  return { given, take }
}

it('leaves room for others while one organization takes all it can', async () => {
  const shares = new ConnectionShares(limits)
  const { given, take } = taking(shares)
  void ['a', 'a', 'a'].map(take)
  await take('b')
  expect(given).toEqual(['a', 'a', 'b'])
  shares.release('b')
  await pendingCallbacks()
  expect(given).toEqual(['a', 'a', 'b'])
  shares.release('a')
  await pendingCallbacks()
  expect(given).toEqual(['a', 'a', 'b', 'a'])
})

it('gives a free connection to the organization with the fewest, and never exceeds the limits', async () => {
  const shares = new ConnectionShares(limits)
  const { given, take } = taking(shares)
  await Promise.all(['a', 'a', 'b'].map(take))
  void ['b', 'c'].map(take)
  await pendingCallbacks()
  expect(given).toHaveLength(3)
  shares.release('a')
  await pendingCallbacks()
  expect(given).toEqual(['a', 'a', 'b', 'c'])
  shares.release('a')
  await pendingCallbacks()
  expect(given).toEqual(['a', 'a', 'b', 'c', 'b'])
})

it('refuses with 503 after waiting too long, and when too many wait', async () => {
  const shares = new ConnectionShares(limits)
  await shares.take('a')
  await shares.take('a')
  const waiting = [shares.take('a'), shares.take('a')]
  const refusal = { status: 503, headers: { 'retry-after': '2' } }
  await expect(shares.take('a')).rejects.toMatchObject(refusal)
  for (const one of await Promise.allSettled(waiting)) {
    expect(one).toMatchObject({ status: 'rejected', reason: refusal })
  }
  // Calls that gave up take no connection later.
  shares.release('a')
  shares.release('a')
  await shares.take('a')
  await shares.take('a')
})
