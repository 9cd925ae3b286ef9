import { expect, it } from 'vitest'
import { artifactCounts } from './narrow.ts'

it.each([
  ['0 artifacts', []],
  ['1 artifact', [3]],
  ['2 artifacts', [3, 1]],
  ['2 running, 1 exited', [3, 0, 1]],
  ['0 running, 1 exited', [0]],
])('artifacts are counted as "%s"', (words, counts) => {
  expect(artifactCounts(counts.map((now) => ({ now })))).toBe(words)
})
