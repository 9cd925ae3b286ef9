import { describe, expect, test } from 'vitest'
import { type TextFilter, type TimeFilter, isSet, wordsOf } from './filter.ts'

const time = (value: TimeFilter['value']): TimeFilter => ({
  kind: 'time',
  label: 'Started',
  value,
  onChange: () => {},
})

describe('a stretch of time in words', () => {
  test.each([
    [{}, ''],
    [{ range: '7d' as const }, 'last 7 days'],
    [{ from_timestamp: 1_790_000_000 }, 'from 21 Sept 14:13:20 UTC'],
    [{ to_timestamp: 0, range: '7d' as const }, 'until 1 Jan 00:00:00 UTC'],
    [{ from_timestamp: 0, to_timestamp: 60 }, 'from 1 Jan 00:00:00 UTC until 1 Jan 00:01:00 UTC'],
  ])('%j', (value, words) => {
    expect(wordsOf(time(value))).toBe(words)
    expect(isSet(time(value))).toBe(words !== '')
  })
})

test('an empty text narrows nothing', () => {
  const text: TextFilter = { kind: 'text', label: 'Name', value: '', onChange: () => {} }
  expect([isSet(text), isSet({ ...text, value: 'a' })]).toEqual([false, true])
})
