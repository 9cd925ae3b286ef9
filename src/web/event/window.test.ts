import { describe, expect, it } from 'vitest'
import { chartFilters, windowOf, logWindowText } from './queries.ts'

describe('the window of a log of events', () => {
  it.each<[string, Parameters<typeof logWindowText>[0], boolean]>([
    ['in the last 7 days', {}, false],
    ['in the last 30 days', { range: '30d' }, false],
    ['in this quarter', { range: 'quarter' }, false],
    ['around one event', {}, true],
    ['in the last 24 hours', { range: '24h' }, true],
    ['from 20 Nov 00:00:00 UTC', { from: 1_795_132_800, range: '7d' }, false],
    [
      'from 20 Nov 00:00:00 UTC until 21 Nov 00:00:00 UTC',
      { from: 1_795_132_800, to: 1_795_219_200 },
      false,
    ],
  ])('is said as "%s"', (text, search, isAround) => {
    expect(logWindowText(search, isAround)).toBe(text)
  })

  it('is 7 days unless set, and none around an event', () => {
    const today = Math.floor(Date.now() / 86_400_000) * 86_400
    expect(windowOf({}, false).from).toBe(today - 6 * 86_400)
    expect(windowOf({}, true)).toEqual({})
    expect(windowOf({ from: 5, to: 9.5 }, true)).toEqual({ from: 5, to: 9.5 })
  })

  it('stands among the last 28 days, or 90, in a chart; an older one alone', () => {
    const day = 86_400
    const today = Math.floor(Date.now() / 86_400_000) * day
    const firstOf = (from: number) => chartFilters({ from, to: from + day }, today + 60)
    expect(firstOf(today - 27 * day)).toMatchObject({ from: today - 27 * day, to: undefined })
    expect(firstOf(today - 28 * day)).toMatchObject({ from: today - 89 * day, to: undefined })
    const old = { from: today - 90 * day, to: today - 89 * day }
    expect(firstOf(old.from)).toEqual(old)
    expect(chartFilters({}, today + 60)).toMatchObject({ from: today - 27 * day })
  })
})
