import { expect, test } from 'vitest'
import { evidenceDays } from './evidence-days.ts'

const day = 86_400
const none = { compliant: 0, non_compliant: 0, accepted_by_override: 0, rejected_by_override: 0 }

test('evidence counts by its report; what counts otherwise by an override is a part of that', () => {
  const counts = [
    { day: 1, is_compliant: true, is_flipped: false, count: 5 },
    { day: 1, is_compliant: false, is_flipped: false, count: 3 },
    { day: 1, is_compliant: true, is_flipped: true, count: 2 },
    { day: 1, is_compliant: false, is_flipped: true, count: 1 },
    { day: 9, is_compliant: true, is_flipped: false, count: 7 },
  ]
  expect(evidenceDays({ from: day, to: 2 * day }, counts)).toEqual([
    {
      day,
      compliant: 6,
      non_compliant: 5,
      accepted_by_override: 2,
      rejected_by_override: 1,
    },
    { day: 2 * day, ...none },
  ])
})

test('a window that ends before it begins has no days', () => {
  expect(evidenceDays({ from: 2 * day, to: day }, [])).toEqual([])
})
