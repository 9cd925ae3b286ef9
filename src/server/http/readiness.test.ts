import { afterEach, expect, it, vi } from 'vitest'
import { Readiness } from './readiness.ts'

afterEach(() => void vi.useRealTimers())

it('checks at most once a second, and names what failed', async () => {
  vi.useFakeTimers()
  const ping = vi.fn(() => Promise.resolve())
  const store = vi.fn(() => Promise.reject(new Error('full')))
  const readiness = new Readiness({ 'No database': ping, 'No folder': store })
  const refusal = { status: 503, message: 'No folder', headers: { 'retry-after': '2' } }
  for (let call = 0; call < 3; call += 1) {
    await expect(readiness.require()).rejects.toMatchObject(refusal)
  }
  expect([ping.mock.calls.length, store.mock.calls.length]).toEqual([1, 1])
  store.mockImplementation(() => Promise.resolve() as never)
  vi.advanceTimersByTime(1001)
  await readiness.require()
  expect(ping).toHaveBeenCalledTimes(2)
})

it('does not wait for a check that hangs, nor repeats it meanwhile', async () => {
  vi.useFakeTimers()
  const ping = vi.fn(() => new Promise(() => {}))
  const readiness = new Readiness({ 'No database': ping })
  for (let call = 0; call < 2; call += 1) {
    const answer = expect(readiness.require()).rejects.toMatchObject({ status: 503 })
    await vi.advanceTimersByTimeAsync(2000)
    await answer
  }
  expect(ping).toHaveBeenCalledTimes(1)
})
