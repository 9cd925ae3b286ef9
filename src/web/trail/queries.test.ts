import { expect, test } from 'vitest'
import { trailQueryOf } from './queries.ts'

test('a relative range asks from then on, unless a time is said', () => {
  const now = Date.now() / 1_000
  const asked = trailQueryOf({ range: '24h', from_timestamp: undefined, name: 'run' })
  expect(asked).toMatchObject({ name: 'run' })
  expect(asked).not.toHaveProperty('range')
  expect(Math.abs((asked.from_timestamp ?? 0) - (now - 86_400))).toBeLessThan(5)
  expect(trailQueryOf({ range: '24h', from_timestamp: 7 }).from_timestamp).toBe(7)
  expect(trailQueryOf({ name: 'run' }).from_timestamp).toBeUndefined()
})
