import { describe, expect, it } from 'vitest'
import { trendLabels } from './trend-card.tsx'

const days = (...shares: (number | null)[]) =>
  shares.map((share, day) => {
    const rest = share === null ? 0 : (100 - share) * 10
    const others = { by_exception: rest, non_compliant: 0, unknown: 0, stale: 0 }
    return { day, compliant: (share ?? 0) * 10, ...others }
  })

const also = 'That includes time in which nothing ran or was asked, or evidence had expired.'

describe('time without exception as a share', () => {
  it.each([
    [days(null, null), 'There was no environment in 90 days.'],
    [
      days(0, 0),
      '0.0 % of environment time compliant without exception in 90 days, as much today as at the beginning.',
    ],
    [
      days(100, 100),
      `100 % of environment time compliant without exception in 90 days, as much today as at the beginning. ${also}`,
    ],
    [
      days(100, null, 50),
      `75.0 % of environment time compliant without exception in 90 days, down 50.0 points to 50.0 %. ${also}`,
    ],
    [
      days(null, 90, 95),
      `92.5 % of environment time compliant without exception in 90 days, up 5.0 points to 95.0 %. ${also}`,
    ],
  ])('says %#', (counted, words) => {
    expect(trendLabels(counted)).toBe(words)
  })
})
