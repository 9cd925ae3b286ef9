import { expect, it } from 'vitest'
import { loadPart, madeOnce } from './made-once.ts'

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

it('says what could not be loaded without the paths of its files', async () => {
  const gone = Object.assign(new Error("Cannot find module '/srv/cairn/dist/mail.js'"), {
    code: 'ERR_MODULE_NOT_FOUND',
  })
  const loading = loadPart('sends mail', () => Promise.reject(gone))
  await expect(loading).rejects.toThrow(
    /^Cairn could not load what it sends mail with \(ERR_MODULE_NOT_FOUND\)$/,
  )
  expect(await loadPart('sends mail', async () => 'it')).toBe('it')
})
