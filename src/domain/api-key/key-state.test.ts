import { describe, expect, it } from 'vitest'
import { endOfKey, isWorking, type KeyLife, keyState } from './key-state.ts'

const now = 1_800_000_000
const day = 24 * 3600
const key = (life: Partial<KeyLife> = {}): KeyLife => ({
  created_at: now - day,
  expires_at: null,
  grace_ends_at: null,
  revoked_at: null,
  last_used_at: now - 60,
  ...life,
})

describe('the state of a key', () => {
  it.each([
    ['active', {}],
    ['active', { expires_at: now + 15 * day }],
    ['active', { last_used_at: null }],
    ['active', { created_at: 0, last_used_at: now - 90 * day }],
    ['unused', { created_at: now - 91 * day, last_used_at: null }],
    ['unused', { created_at: 0, last_used_at: now - 91 * day }],
    ['expiring', { expires_at: now + 14 * day }],
    ['expiring', { expires_at: now + 1, created_at: 0, last_used_at: null }],
    ['expired', { expires_at: now }],
    ['expired', { expires_at: now - 1, grace_ends_at: now + day }],
    ['rotating', { grace_ends_at: now + 1, expires_at: now + 2 }],
    ['revoked', { grace_ends_at: now }],
    ['revoked', { revoked_at: now - 1, expires_at: now - 2 }],
  ] as const)('is %s of %j', (state, life) => {
    expect(keyState(key(life), now)).toBe(state)
    const works = state !== 'expired' && state !== 'revoked'
    expect(isWorking(key(life), now)).toBe(works)
  })
})

it.each([
  [null, {}],
  [5, { expires_at: 5 }],
  [4, { expires_at: 5, grace_ends_at: 4 }],
  [3, { grace_ends_at: 3 }],
])('a key stops at %s with %j', (end, life) => {
  expect(endOfKey(key(life))).toBe(end)
})
