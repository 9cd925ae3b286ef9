import { expect, it } from 'vitest'
import { rowLabels } from './plot-scales.tsx'

const day = 86_400
const rows = Array.from({ length: 28 }, (_, index) => ({
  key: index * day,
  label: `${index + 1} Nov`,
  title: '',
  values: {},
}))
const reset = { to: '.' } as const
const labelsOf = (step: number, window?: { first: number; last: number }) => [
  ...rowLabels(rows, step, window && { ...window, reset }).values(),
]

it.each([
  ['by weeks from the newest', 30, undefined, ['7 Nov', '14 Nov', '21 Nov', '28 Nov']],
  [
    'and where a window begins and ends',
    30,
    [10, 16],
    ['7 Nov', '11 Nov', '14 Nov', '17 Nov', '21 Nov', '28 Nov'],
  ],
  ['in place of those too near to it', 30, [21, 27], ['7 Nov', '14 Nov', '22 Nov', '28 Nov']],
  ['where it ends alone, if it is narrow', 10, [9, 10], ['11 Nov', '21 Nov', '28 Nov']],
] as const)('labels days %s', (_, step, ends, labels) => {
  expect(labelsOf(step, ends && { first: ends[0], last: ends[1] })).toEqual(labels)
})
