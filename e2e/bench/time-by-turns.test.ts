import { expect, test } from 'vitest'
import { relativeError } from './time-by-turns.ts'

test('knows a mean the better, the more numbers there are and the less they differ', () => {
  expect(relativeError([5])).toBe(Infinity)
  expect(relativeError([5, 5, 5])).toBe(0)
  expect(relativeError([9, 11])).toBeCloseTo(0.1)
  expect(relativeError([9, 11, 9, 11, 9, 11, 9, 11])).toBeCloseTo(0.038, 2)
})
