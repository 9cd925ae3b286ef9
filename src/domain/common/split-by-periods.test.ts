import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitByPeriods } from './split-by-periods.ts'

const drawn = (...periods: [number, number | null][]) =>
  splitByPeriods(
    { from: 100, to: 200 },
    periods.map(([from, to]) => ({ from, to })),
  ).map(({ from, to, isWithin }) => `${from}-${to}${isWithin ? ' within' : ''}`)

test.each([
  [drawn(), ['100-200']],
  [drawn([50, 80], [250, null]), ['100-200']],
  [drawn([50, null]), ['100-200 within']],
  [drawn([120, 150]), ['100-120', '120-150 within', '150-200']],
  [drawn([180, null], [50, 110]), ['100-110 within', '110-180', '180-200 within']],
  [drawn([150, 150]), ['100-200']],
])('%j', (parts, expected) => {
  expect(parts).toEqual(expected)
})

test('the parts are the stretch, in order and without gaps', () => {
  const moment = fc.integer({ min: 0, max: 300 })
  const period = fc.record({ from: moment, to: fc.option(moment) })
  fc.assert(
    fc.property(fc.array(period), (periods) => {
      const parts = splitByPeriods({ from: 100, to: 200 }, periods)
      expect(parts[0]?.from).toBe(100)
      expect(parts.at(-1)?.to).toBe(200)
      parts.slice(1).forEach((part, at) => expect(part.from).toBe(parts[at]?.to))
    }),
  )
})
