import { expect, it } from 'vitest'
import { madeOnce } from './made-once.ts'

it('makes a value once for all who ask, and again after a failure', async () => {
  let tries = 0
  const value = madeOnce(async () => {
    tries += 1
    if (tries === 1) throw new Error('gone')
    return `made at try ${tries}`
  })
  await expect(Promise.all([value(), value()])).rejects.toThrow('gone')
  expect(tries).toBe(1)
  expect(await Promise.all([value(), value()])).toEqual(['made at try 2', 'made at try 2'])
  expect(await value()).toBe('made at try 2')
})
