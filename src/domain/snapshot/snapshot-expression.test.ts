import { describe, expect, it } from 'vitest'
import {
  parseSnapshotExpression,
  parseFullExpression,
  resolveExpression,
} from './snapshot-expression.ts'
import { parseSnapshotRange, parseRangeEnd } from './snapshot-range.ts'

const now = 1_800_000_000
const indexAt = (at: number) => Promise.resolve(at >= now - 7200 ? 7 : 0)

describe('an expression', () => {
  it.each([
    ['', 10],
    ['-1', 10],
    ['-10', 1],
    ['-11', 0],
    ['1', 1],
    ['#23', 23],
    ['#-2', 9],
    ['~0', 10],
    ['~3', 7],
    ['@{2.hours.ago}', 7],
    ['@{1.hour.ago}', 7],
    ['@{3.days.ago}', 0],
    ['@{1.week.ago}', 0],
    ['@{1.months.ago}', 0],
    ['@{2027-01-15T07:00:00}', 7],
  ])('%s of 10 resolves to %i', async (text, index) => {
    const expression = parseSnapshotExpression(text, now)
    expect(expression).not.toBeNull()
    expect(expression && (await resolveExpression(expression, 10, indexAt))).toBe(index)
  })

  it.each([
    'x',
    '1.5',
    '~',
    '~-1',
    '#',
    '##1',
    '@',
    '@{}',
    '@{now}',
    '@{2027-02-30T00:00:00}',
    '@{2027-01-15T25:00:00}',
    '@{2027-01-15}',
    '@{1.year.ago}',
    '@{.hours.ago}',
    '9007199254740993',
    ' 1',
    '1\n',
    '²',
  ])('is not %j', (text) => expect(parseSnapshotExpression(text, now)).toBeNull())

  it('may name its environment', () => {
    const behind = { kind: 'behind', count: 0 }
    const latest = { environment: 'prod-1.a_b', expression: behind }
    expect(parseFullExpression('prod-1.a_b', now)).toEqual(latest)
    expect(parseFullExpression('prod#4', now)?.expression).toEqual({ kind: 'index', index: 4 })
    expect(parseFullExpression('prod~1', now)?.expression).toEqual({ kind: 'behind', count: 1 })
    expect(parseFullExpression('prod@{1.day.ago}', now)?.expression.kind).toBe('at')
    for (const text of ['', '#1', '~1', 'prod#', 'prod#x', 'prod~1~2', 'prod@{x}']) {
      expect(parseFullExpression(text, now)).toBeNull()
    }
  })
})

describe('an interval', () => {
  it.each([
    ['', 1, 10],
    ['3', 3, 10],
    ['3..5', 3, 5],
    ['5..3', 3, 5],
    ['~2..NOW', 8, 10],
    ['NOW..~2', 8, 10],
    ['..4', 4, 10],
    ['4..', 4, 10],
    ['NOW', 10, 10],
    ['8..99', 8, 10],
    ['0..2', 1, 2],
    ['20..30', 20, 10],
    ['~20..2', 1, 2],
  ])('%s of 10 is %i to %i', (text, first, last) => {
    expect(parseSnapshotRange(text, 10)).toEqual({ first, last })
  })

  it.each(['x', '1..2..3', '1-2', '-1', '~', 'now', '1.5', '1..x', '9007199254740993'])(
    'is not %j',
    (text) => expect(parseSnapshotRange(text, 10)).toBeNull(),
  )
})

describe('the end of a range', () => {
  it.each([
    ['NOW', { at: now }],
    ['12', { index: 12 }],
    ['1hour', { at: now - 3600 }],
    ['2days', { at: now - 2 * 86_400 }],
    ['1week', { at: now - 7 * 86_400 }],
    ['3months', { at: now - 90 * 86_400 }],
  ])('%s', (text, end) => expect(parseRangeEnd(text, now)).toEqual(end))

  it.each(['x', '1 day', '-1', '1year', '~1', 'day', '1.5days'])('is not %j', (text) =>
    expect(parseRangeEnd(text, now)).toBeNull(),
  )
})
