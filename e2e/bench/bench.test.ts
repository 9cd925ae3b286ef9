import { expect, test } from 'vitest'
import { describeTimes } from './bench.ts'

test('says what a run took, and which parts took most of it', () => {
  const took = [
    { name: 'sizes', seconds: 0.2 },
    { name: 'lists', seconds: 171.4 },
    { name: 'demo', seconds: 93.6 },
  ]
  expect(describeTimes(took)).toBe(
    '4:25 min in all; seconds of the longest: lists 171, demo 94, sizes 0',
  )
  expect(describeTimes([{ name: 'sizes', seconds: 59.6 }])).toMatch(/^1:00 min in all/)
})
