import { expect, it, test } from 'vitest'
import type { RunningArtifact } from '#contract/snapshot/snapshot-page.ts'
import { noQualifiers } from '#contract/verdict/qualifiers.ts'
import { artifactCounts, grouped } from './narrow.ts'

const artifact = (name: string, compliant: boolean | null, overridden = 0): RunningArtifact => ({
  name,
  fingerprint: name,
  compliant,
  is_allowed: false,
  qualifiers: { ...noQualifiers, judged: 1, overridden },
  failing_policies: [],
  change: 'unchanged',
  was: 1,
  now: 1,
  started_at: 0,
  started_index: 1,
  provenance: null,
})

const headings = (artifacts: RunningArtifact[], group: Parameters<typeof grouped>[1]) =>
  grouped(artifacts, group).map(({ label, count, rows }) => [label, count ?? rows.length])

test('verdicts are headings, trouble first, with what stands by exception', () => {
  const all = [artifact('a', true), artifact('b', true, 1), artifact('c', false)]
  expect(headings(all, 'verdict')).toEqual([
    ['Non-compliant', '1'],
    ['Compliant', '2, 1 of them by exception'],
  ])
  expect(headings([artifact('b', true, 1)], 'verdict')).toEqual([
    ['Compliant', '1, all by exception'],
  ])
})

test('without a grouping there is no heading', () => {
  expect(headings([artifact('a', true), artifact('b', null)], 'none')).toEqual([[null, 2]])
})

it.each([
  ['0 artifacts', []],
  ['1 artifact', [3]],
  ['2 artifacts', [3, 1]],
  ['2 running, 1 exited', [3, 0, 1]],
  ['0 running, 1 exited', [0]],
])('artifacts are counted as "%s"', (words, counts) => {
  expect(artifactCounts(counts.map((now) => ({ now })))).toBe(words)
})
