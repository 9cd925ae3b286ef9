import { expect, it, test } from 'vitest'
import type { RunningArtifact } from '#contract/snapshot/snapshot-page.ts'
import { noQualifiers, type Qualifiers } from '#contract/verdict/qualifiers.ts'
import { artifactCounts, grouped } from './narrow.ts'

const artifact = (
  name: string,
  compliant: boolean | null,
  said: Partial<Qualifiers> = {},
  failing_policies: string[] = [],
): RunningArtifact => ({
  name,
  fingerprint: name,
  compliant,
  is_allowed: false,
  qualifiers: { ...noQualifiers, judged: 1, ...said },
  failing_policies,
  change: 'unchanged',
  was: 1,
  now: 1,
  started_at: 0,
  started_index: 1,
  provenance: null,
})

const headings = (artifacts: RunningArtifact[], group: Parameters<typeof grouped>[1]) =>
  grouped(artifacts, group).map(({ label, count, rows }) => [label, count ?? rows.length])

const excepted = { overridden: 1 }

test('verdicts are headings, trouble first, with what keeps them from being plain', () => {
  const all = [artifact('a', true), artifact('b', true, excepted), artifact('c', false)]
  expect(headings(all, 'verdict')).toEqual([
    ['Non-compliant', '1'],
    ['Compliant', '2, 1 of them by exception'],
  ])
  expect(headings([artifact('b', true, excepted)], 'verdict')).toEqual([
    ['Compliant', '1, all by exception'],
  ])
  const old = artifact('d', true, { expired: ['junit'] })
  const unasked = artifact('e', true, { not_asked: 1 })
  expect(headings([...all, old, unasked], 'verdict')[1]).toEqual([
    'Compliant',
    '4, 1 of them on expired evidence, 1 by exception, 1 not asked',
  ])
})

test('verdicts of a stale environment are the last ones, trouble first', () => {
  const all = [artifact('a', true), artifact('b', null), artifact('c', false)]
  expect(grouped(all, 'verdict', () => true).map(({ label }) => label)).toEqual([
    'Stale, last non-compliant',
    'Stale, last unknown',
    'Stale, last compliant',
  ])
  // Of a logical environment some members report.
  const isStale = ({ name }: RunningArtifact) => name === 'c'
  expect(grouped(all, 'verdict', isStale).map(({ label }) => label)).toEqual([
    'Stale, last non-compliant',
    'Unknown',
    'Compliant',
  ])
})

test('no heading of a policy says that it passes where it is broken or asks nothing', () => {
  const all = [
    artifact('a', true, excepted),
    artifact('b', true, { allow_listed: 1 }, ['scans']),
    artifact('c', false, {}, ['scans']),
    artifact('d', true, { not_asked: 1 }),
    artifact('e', null),
    artifact('f', false),
  ]
  expect(headings(all, 'policy')).toEqual([
    ['Allow-listed, fails scans', '1, all by exception'],
    ['Breaks scans', '1'],
    ['No fingerprint', '1'],
    ['Not asked', '1, all not asked'],
    ['Not evaluated', '1'],
    ['Policies pass', '1, all by exception'],
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
])('artifacts are counted as "%s"', (text, counts) => {
  expect(artifactCounts(counts.map((now) => ({ now })))).toBe(text)
})
