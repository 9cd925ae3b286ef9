import { expect, test, vi } from 'vitest'
import { sortingOf } from './sorting.ts'

const columns = ['name', 'seen_at'] as const

test.each([
  ['nothing in the URL is the first column', {}, [{ id: 'name', desc: false }]],
  ['the first column turned round', { sort_direction: 'desc' }, [{ id: 'name', desc: true }]],
  ['another column', { sort: 'seen_at' }, [{ id: 'seen_at', desc: false }]],
] as const)('reads the order from the URL: %s', (_what, search, state) => {
  expect(sortingOf({ search, narrow: () => {} }, columns).state).toEqual(state)
})

test.each([
  ['the first column', { id: 'name', desc: false }, undefined, undefined],
  ['the first column turned round', { id: 'name', desc: true }, undefined, 'desc'],
  ['another column', { id: 'seen_at', desc: true }, 'seen_at', 'desc'],
  ['a column that the list is not sorted by', { id: 'other', desc: true }, undefined, undefined],
] as const)('writes the order into the URL: %s', (_what, asked, sort, sort_direction) => {
  const write = vi.fn()
  sortingOf({ search: {}, narrow: write }, columns).onChange([asked])
  expect(write).toHaveBeenCalledWith({ sort, sort_direction })
})
