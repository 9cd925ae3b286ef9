import { expect, test } from 'vitest'
import { changeLabel, changeSince } from './junit-view.tsx'

const suite = (name: string, failures = 0, errors = 0) => ({
  name,
  failures,
  errors,
  skipped: 0,
  total: 9,
  duration: 1,
})

test('compares suites by name, whatever their order', () => {
  const change = changeSince(
    [suite('same', 1), suite('worse'), suite('better', 2, 1), suite('left')],
    [suite('better', 1), suite('worse', 1, 1), suite('same', 0, 1), suite('fresh')],
  )
  const labels = ['same', 'worse', 'better', 'fresh', 'unheard-of'].map((name) =>
    changeLabel(change, name),
  )
  expect(labels).toEqual([null, '+2', '−2', 'new', null])
  expect(change.gone).toEqual(['left'])
})

test('says nothing of names that appear twice, on either side', () => {
  const twice = [suite('twin', 1), suite('twin')]
  expect(changeLabel(changeSince(twice, [suite('twin', 5)]), 'twin')).toBeNull()
  expect(changeLabel(changeSince([suite('twin', 5)], twice), 'twin')).toBeNull()
  expect(changeSince(twice, []).gone).toEqual(['twin'])
  expect(changeLabel(null, 'twin')).toBeNull()
})
