import { afterEach, expect, it, vi } from 'vitest'
import { readStored, store } from './browser-storage.ts'
import { chooseForm, chosenForm } from './call-form.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const storageOf = (kept: Map<string, string>, isFull: () => boolean) => ({
  getItem: (key: string) => kept.get(key) ?? null,
  removeItem: (key: string) => kept.delete(key),
  setItem: (key: string, text: string) => {
    if (isFull()) throw new DOMException('full', 'QuotaExceededError')
    kept.set(key, text)
  },
})

it('holds what a full storage does not take, until it takes it', () => {
  let isFull = true
  const kept = new Map([['cairn.call-form', 'cli']])
  vi.stubGlobal(
    'localStorage',
    storageOf(kept, () => isFull),
  )
  chooseForm('curl')
  expect([chosenForm(), kept.get('cairn.call-form')]).toEqual(['curl', 'cli'])
  isFull = false
  chooseForm('cli')
  expect([chosenForm(), kept.get('cairn.call-form')]).toEqual(['cli', 'cli'])
  kept.set('cairn.call-form', 'curl')
  expect(chosenForm()).toBe('curl')
})

it.each(['localStorage', 'sessionStorage'] as const)('holds texts where %s is blocked', (kept) => {
  vi.stubGlobal(kept, {
    get getItem(): never {
      throw new DOMException('blocked', 'SecurityError')
    },
    get setItem(): never {
      throw new DOMException('blocked', 'SecurityError')
    },
  })
  expect(readStored('cairn.blocked', kept)).toBeNull()
  store('cairn.blocked', 'one', kept)
  expect(readStored('cairn.blocked', kept)).toBe('one')
  store('cairn.blocked', null, kept)
  expect(readStored('cairn.blocked', kept)).toBeNull()
})
