import { expect, it } from 'vitest'
import { counted, timesLabels } from './counted.ts'

it.each([
  ['0 issues', counted(0, 'issue')],
  ['1 issue', counted(1, 'issue')],
  ['12,000 issues', counted(12_000, 'issue')],
  ['1 entry', counted(1, 'entry', 'entries')],
  ['2 entries', counted(2, 'entry', 'entries')],
])('%s', (words, said) => {
  expect(said).toBe(words)
})

it.each([
  [1, 'once'],
  [2, 'twice'],
  [3, '3 times'],
])('says that something happened %i times: %s', (count, words) => {
  expect(timesLabels(count)).toBe(words)
})
