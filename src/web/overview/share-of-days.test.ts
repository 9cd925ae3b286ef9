import { describe, expect, it } from 'vitest'
import { trendText } from './trend-card.tsx'

const days = (...shares: (number | null)[]) =>
  shares.map((share, day) => {
    const rest = share === null ? 0 : (100 - share) * 10
    const others = { by_exception: rest, non_compliant: 0, unknown: 0, stale: 0 }
    return { day, compliant: (share ?? 0) * 10, ...others }
  })

const also = 'Includes time idle, unasked or on expired evidence.'

describe('time without exception as a share', () => {
  it.each([
    [days(null, null), 'There was no environment in 90 days.'],
    [days(0, 0), '0.0 % without exception, as on 1 Jan.'],
    [days(100, 100), `100 % without exception, as on 1 Jan. ${also}`],
    [days(100, null, 50), `50.0 % without exception, down from 100 % on 1 Jan. ${also}`],
    [days(null, 90, 95), `95.0 % without exception, up from 90.0 % on 1 Jan. ${also}`],
    [days(null, 40), `40.0 % without exception. ${also}`],
  ])('says %#', (counted, text) => {
    expect(trendText(counted)).toBe(text)
  })
})
