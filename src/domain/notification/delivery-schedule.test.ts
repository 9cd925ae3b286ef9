import { describe, expect, it } from 'vitest'
import { outcomeOf, probeAfter } from './delivery-schedule.ts'

const now = 1_800_000_000
const fate = (status: number | null, attempts = 1, retryAfter: string | null = null, chance = 0) =>
  outcomeOf({ status, retryAfter }, attempts, now, chance)

describe('the outcome of a delivery', () => {
  it.each([200, 201, 204, 299])('%s is delivered', (status) =>
    expect(fate(status)).toEqual({ state: 'delivered' }),
  )

  it.each([null, 100, 301, 400, 404, 429, 500, 503])('%s is tried again', (status) =>
    expect(fate(status)).toEqual({ state: 'waiting', nextAt: now + 5 }),
  )

  it('fails at once after 410', () => {
    expect(fate(410)).toEqual({ state: 'failed', isGone: true })
  })

  it('fails at once where some recipients have it', () => {
    const result = { status: null, retryAfter: null, isPartial: true }
    expect(outcomeOf(result, 1, now, 0)).toEqual({ state: 'failed', isGone: false })
  })

  it('waits longer after each attempt, then gives up', () => {
    const waits = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]
    for (const [index, wait] of waits.entries()) {
      expect(fate(500, index + 1)).toEqual({ state: 'waiting', nextAt: now + wait })
    }
    expect(fate(500, 10)).toEqual({ state: 'failed', isGone: false })
  })

  it.each([
    ['60', 60],
    ['0', 5],
    ['999999999', 86_400],
    [new Date((now + 120) * 1000).toUTCString(), 120],
    [new Date((now - 120) * 1000).toUTCString(), 5],
    ['soon', 5],
    ['-3', 5],
  ])('Retry-After %s waits %s seconds', (text, wait) => {
    expect(fate(429, 1, text)).toEqual({ state: 'waiting', nextAt: now + wait })
  })

  it('adds a random share to the wait', () => {
    expect(fate(500, 2, null, 1)).toEqual({ state: 'waiting', nextAt: now + 330 })
  })
})

it('probes a failing target at growing intervals', () => {
  const waits = [9, 10, 11, 12, 13, 14, 15, 400].map((failures) => probeAfter(failures, 0))
  expect(waits).toEqual([null, 60, 120, 240, 480, 960, 1800, 1800])
})
