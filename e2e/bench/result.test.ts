import { expect, test } from 'vitest'
import { describe as line, describeMisses, misses } from './result.ts'

const ratio = {
  name: 'List',
  value: 0.7512,
  aim: { least: 0.75 },
  detail: '751 and 1000 requests/s',
}
const report = { name: 'Report', value: 312.4, unit: 'ms', aim: { most: 60 } }

test('says whether a figure reaches its aim', () => {
  expect(line(ratio)).toBe('List: 751 and 1000 requests/s, ratio 0.751, aim at least 0.75 OK')
  expect(line(report)).toBe('Report: 312 ms, aim at most 60 ms MISS')
  expect(line({ name: 'All scripts', value: 1.5, unit: 'kB' })).toBe('All scripts: 1.5 kB')
})

test.each([
  { value: 60, aim: { most: 60 }, missed: false },
  { value: 60.1, aim: { most: 60 }, missed: true },
  { value: 0.75, aim: { least: 0.75 }, missed: false },
  { value: 0.74, aim: { least: 0.75 }, missed: true },
  { value: Number.NaN, aim: { most: 60 }, missed: true },
  { value: Number.NaN, aim: { least: 60 }, missed: true },
])('$value with the aim $aim misses it: $missed', ({ value, aim, missed }) => {
  expect(misses({ name: 'Any', value, aim })).toBe(missed)
})

test('ends with the figures that miss their aims', () => {
  expect(describeMisses([ratio, report, { name: 'Free', value: 1 }])).toEqual([
    '1 of 2 figures with an aim miss it:',
    '  Report: 312 ms, aim at most 60 ms MISS',
  ])
  expect(describeMisses([ratio])).toEqual(['0 of 1 figures with an aim miss it.'])
})
