import { expect, test } from 'vitest'
import { dayGroups } from './day-groups.ts'

test('rows stand under their day, with how many there are', () => {
  const groups = dayGroups([1_795_219_200, 1_795_132_801, 1_795_132_800], (at) => at, 'change')
  expect(groups).toEqual([
    { label: 'Sat, 21 Nov 2026', count: '1 change', rows: [1_795_219_200] },
    { label: 'Fri, 20 Nov 2026', count: '2 changes', rows: [1_795_132_801, 1_795_132_800] },
  ])
  expect(dayGroups([], () => 0, 'change')).toEqual([])
})
