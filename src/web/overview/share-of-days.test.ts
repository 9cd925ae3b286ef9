import { describe, expect, it } from 'vitest'
import { trendLabels } from './trend-card.tsx'

const days = (...shares: (number | null)[]) =>
  shares.map((share, day) => {
    const rest = share === null ? 0 : (100 - share) * 10
    const others = { by_exception: rest, non_compliant: 0, unknown: 0, stale: 0 }
    return { day, compliant: (share ?? 0) * 10, ...others }
  })

const also = 'Idle, not asked and expired time counts too.'

describe('time without exception as a share', () => {
  it.each([
    [days(null, null), 'There was no environment in 90 days.'],
    [days(0, 0), '0.0 % without exception today, as much as 90 days ago.'],
    [days(100, 100), `100 % without exception today, as much as 90 days ago. ${also}`],
    [days(100, null, 50), `50.0 % without exception today, down 50.0 points in 90 days. ${also}`],
    [days(null, 90, 95), `95.0 % without exception today, up 5.0 points in 90 days. ${also}`],
  ])('says %#', (counted, words) => {
    expect(trendLabels(counted)).toBe(words)
  })
})
