import { describe, expect, it } from 'vitest'
import { noneBeforeText, silenceText } from './event-labels.ts'

describe('a silence in the log', () => {
  const hour = 3_600
  const silence = { last_reported_at: 0, from: 4 * hour, to: 12 * hour }

  it.each([
    ['no report for 4\u00a0h, its interval', silence, true],
    ['no report for 4\u00a0h, its interval', { ...silence, to: null }, true],
    ['after 12\u00a0h without a report', silence, false],
  ])('is told as "%s"', (text, of, isBegin) => {
    expect(silenceText(of, isBegin)).toBe(text)
  })
})

it('claims nothing of environments that are left out', () => {
  expect(noneBeforeText(false)).toBe('There was none before, either.')
  expect(noneBeforeText(true)).toBe(
    'There was none before, either, in environments that are active.',
  )
})
