import { expect, test } from 'vitest'
import { medianOf } from './statistics.ts'

test.each([
  [[], 0],
  [[7], 7],
  [[10, 1, 4], 4],
  [[9, 1, 5], 5],
  [[4, 1, 9, 2], 3],
  [[4, 1, 3, 2], 2.5],
  [[0, 0, 100], 0],
])('%j: %d', (numbers, median) => {
  expect(medianOf(numbers)).toBe(median)
})
