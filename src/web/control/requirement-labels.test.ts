import { expect, test } from 'vitest'
import { requirementsAnswer } from './requirement-labels.ts'

const none = {
  passing: 0,
  expired: 0,
  by_exception: 0,
  failing: 0,
  stale: 0,
  unknown: 0,
  partly_asked: 0,
  not_asked: 0,
}

test.each([
  [{ passing: 1 }, 'The only requirement passes without exception'],
  [{ passing: 2 }, 'All 2 requirements pass without exception'],
  [{ passing: 1, failing: 1 }, '1 of 2 requirements passes without exception'],
  [{ failing: 1 }, 'No requirement of 1 passes without exception'],
])('%j: %s', (counts, answer) => {
  expect(requirementsAnswer({ ...none, ...counts }).answer).toBe(answer)
})
