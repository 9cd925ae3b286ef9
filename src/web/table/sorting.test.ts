import { expect, test } from 'vitest'
import { toggleSort } from './sorting.ts'

const columns = ['name', 'seen_at'] as const

test.each([
  ['another column begins at its usual end', 'name', 'seen_at', 'asc', undefined, undefined],
  ['one of times begins at the newest', 'seen_at', 'name', 'asc', 'seen_at', 'desc'],
  ['pressed again it is turned round', 'seen_at', 'seen_at', 'desc', 'seen_at', undefined],
  ['the usual order is turned round, too', 'name', 'name', 'asc', undefined, 'desc'],
  ['and back', 'name', 'name', 'desc', undefined, undefined],
] as const)('%s', (_what, pressed, by, direction, sort, sort_direction) => {
  const next = toggleSort(columns, pressed, { by, direction }, ['seen_at'])
  expect(next).toEqual({ sort, sort_direction })
})
