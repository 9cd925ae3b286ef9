import { describe, expect, test } from 'vitest'
import {
  type ChoiceFilter,
  type TextFilter,
  type TimeFilter,
  isArchivedFilter,
  isInForce,
  oneOf,
  isSet,
  valueLabel,
} from './filter.ts'

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
    [{ from_timestamp: 1_790_000_000 }, 'from 21 Sep 14:13:20 UTC'],
    [{ to_timestamp: 0, range: '7d' as const }, 'until 1 Jan 00:00:00 UTC'],
    [{ from_timestamp: 0, to_timestamp: 60 }, 'from 1 Jan 00:00:00 UTC until 1 Jan 00:01:00 UTC'],
  ])('%j', (value, text) => {
    expect(valueLabel(time(value))).toBe(text)
    expect(isSet(time(value))).toBe(text !== '')
  })
})

test('an empty text narrows nothing', () => {
  const text: TextFilter = { kind: 'text', label: 'Name', value: '', onChange: () => {} }
  expect([isSet(text), isSet({ ...text, value: 'a' })]).toEqual([false, true])
})

describe('what is in force while nothing is chosen', () => {
  const choice: ChoiceFilter = {
    kind: 'choice',
    label: 'Range',
    isMultiple: false,
    options: [
      { value: '7d', label: 'last 7 days' },
      { value: '30d', label: 'last 30 days' },
    ],
    selected: [],
    defaultValue: '7d',
    onChange: () => {},
  }
  test.each([
    [choice, 'last 7 days', false],
    [{ ...choice, selected: ['30d'] }, 'last 30 days', true],
    [{ ...choice, defaultValue: ['7d', '30d'] }, 'last 7 days or last 30 days', false],
    [{ ...choice, defaultValue: ['7d', '30d'], defaultLabel: 'lately' }, 'lately', false],
    [
      { ...choice, defaultValue: ['7d'], defaultLabel: 'lately', selected: ['30d'] },
      'last 30 days',
      true,
    ],
    [{ ...time({}), defaultValue: 'last 7 days' }, 'last 7 days', false],
    [{ ...time({ range: '30d' }), defaultValue: 'last 7 days' }, 'last 30 days', true],
  ])('%#: is said, and cannot be cleared', (filter, text, canClear) => {
    expect([valueLabel(filter), isInForce(filter), isSet(filter)]).toEqual([text, true, canClear])
  })
})

test.each([
  [['archived'], true],
  // Environments may be stale, too.
  [['stale', 'archived'], true],
  [['stale'], false],
])('a filter by %j leads to what was archived: %s', (values, leads) => {
  const options = values.map((value) => ({ value, label: value }))
  expect(isArchivedFilter(oneOf('State', options, undefined, () => {}))).toBe(leads)
})
