import { expect, test, vi } from 'vitest'
import { pageWaitsFor, whenIdle } from './when-idle.ts'

test('what is loaded ahead waits for all that the page waits for, also where that fails', async () => {
  vi.stubGlobal('window', {})
  let answer = (_: string) => {}
  let refuse = (_: Error) => {}
  const there = pageWaitsFor(new Promise<string>((resolve) => (answer = resolve)))
  const gone = pageWaitsFor(new Promise<string>((_, reject) => (refuse = reject)))
  let isIdle = false
  const idle = whenIdle().then(() => (isIdle = true))
  answer('there')
  expect(await there).toBe('there')
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(isIdle).toBe(false)
  refuse(new Error('gone'))
  await expect(gone).rejects.toThrow('gone')
  await idle
  vi.unstubAllGlobals()
})

test('what is loaded ahead waits for what the page asks for a moment after an answer', async () => {
  vi.stubGlobal('window', {})
  vi.useFakeTimers()
  await pageWaitsFor(Promise.resolve())
  let isIdle = false
  void whenIdle().then(() => (isIdle = true))
  await vi.advanceTimersByTimeAsync(50)
  const next = pageWaitsFor(Promise.resolve())
  await vi.advanceTimersByTimeAsync(200)
  expect(isIdle).toBe(false)
  await next
  await vi.advanceTimersByTimeAsync(1_000)
  expect(isIdle).toBe(true)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
