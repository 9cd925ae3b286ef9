import { expect, test } from 'vitest'
import { searchText, searchLabels, storedText } from './view-search.ts'

test('equal filters have equal texts, whatever their order', () => {
  const search = { tag: ['team:core', 'pci'], name: 'a b', overridden: false, sort: undefined }
  expect(searchText(search)).toBe('name=a+b&overridden=false&tag=pci&tag=team%3Acore')
  expect(storedText('tag=pci&overridden=false&tag=team:core&name=a%20b')).toBe(searchText(search))
})

test('views that show columns in another order are others', () => {
  const search = { tag: ['b', 'a'], cols: ['trail', 'commit'] }
  expect(searchText(search)).toBe('cols=trail&cols=commit&tag=a&tag=b')
})

test('where one is in a list, and what lies above it, is no part of a view', () => {
  expect(searchText({ page: 3, before: 12, why: 'x', ignored: { sort: ['y'] } })).toBe('')
  expect(searchText({ page: 3, per_page: 50 })).toBe('per_page=50')
})

test('a view is told in words', () => {
  expect(searchLabels('flow_name=api&tag=team%3Acore&q=a+b')).toEqual([
    'flow name: api',
    'tag: team:core',
    'q: a b',
  ])
  expect(searchLabels('')).toEqual([])
})
