import { expect, test } from 'vitest'
import { groupsOf } from './rule-results.tsx'

const row = (name: string, group?: number) => ({
  name,
  value: 1,
  ...(group !== undefined && { group }),
})

test('rows of one element belong together, in their order', () => {
  expect(groupsOf([])).toEqual([])
  const flat = [row('a'), row('b'), row('a')]
  expect(groupsOf(flat)).toEqual([{ group: undefined, rows: flat }])
  const listed = [row('a', 0), row('b', 0), row('a', 1), row('b', 1)]
  expect(groupsOf(listed).map(({ group, rows }) => [group, rows.length])).toEqual([
    [0, 2],
    [1, 2],
  ])
})
