import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BackgroundWorker } from './background-worker.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { systemClock } from '#server/platform/clock.ts'
import { FailureLog } from '#server/platform/failure-log.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('polls less and less often while the database is unavailable, and logs the beginning and the end', async () => {
  const lines: string[] = []
  const log = {
    error: (_fields: object, message: string) => lines.push(message),
    warn: (_fields: object, message: string) => lines.push(message),
  }
  const counted: string[] = []
  const failures = new FailureLog(
    () => log,
    (kind) => counted.push(kind),
  )
  let isAway = true
  const find = vi.fn(async () => {
    if (isAway) throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
    return []
  })
  const other = vi.fn(async () => [])
  const work = () => Promise.resolve(0)
  const worker = new BackgroundWorker(
    [
      { name: 'first', find, work },
      { name: 'second', find: other, work },
    ],
    {
      clock: systemClock,
      onError: (error) => failures.ofBackground(error),
      onSuccess: () => failures.databaseAnswered(),
    },
  )
  worker.wake()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(find.mock.calls.length).toBeLessThan(10)
  expect(other).not.toHaveBeenCalled()
  failures.ofRequest(Object.assign(new Error('ended'), { code: '57P01' }))
  expect(lines).toEqual(['the database is not available'])
  isAway = false
  await vi.advanceTimersByTimeAsync(10_000)
  await worker.stop()
  expect(lines).toEqual(['the database is not available', 'the database is available again'])
  expect(other).toHaveBeenCalled()
  expect(counted.filter((kind) => kind === 'databaseUnavailable').length).toBeGreaterThan(4)
})

it('lets organizations take turns, a batch each, and goes on past one that fails', async () => {
  const [large, broken, small] = ['large', 'broken', 'small'].map(
    (orgId) => ({ orgId }) as OrgDatabase,
  )
  const left = new Map([
    [large, 3],
    [small, 1],
  ])
  const order: string[] = []
  const onError = vi.fn()
  const work = async (org: OrgDatabase) => {
    if (org === broken) throw new Error('it fails')
    const waiting = left.get(org) ?? 0
    if (waiting === 0) return 0
    left.set(org, waiting - 1)
    order.push(org.orgId)
    return 1
  }
  const find = async () => [large!, broken!, small!]
  const worker = new BackgroundWorker([{ name: 'work', find, work }], {
    clock: systemClock,
    onError,
    onSuccess: () => {},
  })
  worker.wake()
  await vi.advanceTimersByTimeAsync(10)
  await worker.stop()
  expect(order).toEqual(['large', 'small', 'large', 'large'])
  expect(onError).toHaveBeenCalledOnce()
})

it('lets jobs take turns, so that a backlog of one delays no other', async () => {
  const org = { orgId: 'acme' } as OrgDatabase
  const order: string[] = []
  const job = (name: string, batches: number) => ({
    name,
    find: async () => (batches > 0 ? [org] : []),
    work: async () => {
      batches -= 1
      order.push(name)
      return 1
    },
  })
  const worker = new BackgroundWorker([job('evaluate', 3), job('dispatch', 1)], {
    clock: systemClock,
    onError: () => {},
    onSuccess: () => {},
  })
  worker.wake()
  await vi.advanceTimersByTimeAsync(10)
  await worker.stop()
  expect(order).toEqual(['evaluate', 'dispatch', 'evaluate', 'evaluate'])
})

it('searches for work with a pause at most so often, and for other work whenever it is woken', async () => {
  const often = vi.fn(async () => [])
  const seldom = vi.fn(async () => [])
  const work = async () => 0
  let now = 1000
  const worker = new BackgroundWorker(
    [
      { name: 'often', find: often, work },
      { name: 'seldom', pause: 60, find: seldom, work },
    ],
    { clock: () => now, onError: () => {}, onSuccess: () => {} },
  )
  const wake = async () => {
    worker.wake()
    await vi.advanceTimersByTimeAsync(10)
    return [often.mock.calls.length, seldom.mock.calls.length]
  }
  expect(await wake()).toEqual([1, 1])
  now += 59
  expect(await wake()).toEqual([2, 1])
  now += 1
  expect(await wake()).toEqual([3, 2])
  now -= 3600
  expect(await wake()).toEqual([4, 3])
  await worker.stop()
})

it('serves writes by one round after a gap, and a lone one at once', async () => {
  const find = vi.fn(async () => [])
  const worker = new BackgroundWorker([{ name: 'work', find, work: async () => 0 }], {
    clock: systemClock,
    onError: () => {},
    onSuccess: () => {},
    gap: 250,
  })
  const rounds = async (milliseconds: number) => {
    await vi.advanceTimersByTimeAsync(milliseconds)
    return find.mock.calls.length
  }
  worker.wake()
  expect(await rounds(1)).toBe(1)
  for (let write = 0; write < 20; write += 1) {
    worker.wake()
    expect(await rounds(10)).toBe(1)
  }
  expect(await rounds(60)).toBe(2)
  expect(await rounds(300)).toBe(2)
  worker.wake()
  expect(await rounds(1)).toBe(3)
  await worker.stop()
})
