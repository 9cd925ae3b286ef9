import { expect, it } from 'vitest'
import type { ComparedArtifact, SnapshotComparison } from '#contract/snapshot/comparison.ts'
import { noQualifiers } from '#contract/verdict/qualifiers.ts'
import { isTurned, missingText, summaryText } from './labels.ts'
import { comparisonMarkdown } from './markdown.ts'

const side = (index: number, is_latest: boolean) => ({
  environment_name: 'prod',
  index,
  is_latest,
  timestamp: 1_800_000_000,
  state: null,
  qualifiers: noQualifiers,
  running_count: 2,
})
const artifact = (name: string, letter: string): ComparedArtifact => ({
  name,
  fingerprint: letter.repeat(64),
  instance_count: 1,
  qualifiers: noQualifiers,
  compliant: null,
  failing_policies: [],
  flow_name: 'shop',
  trail_name: null,
  template_reference_name: null,
  state_in_flow: null,
  git_commit: letter.repeat(40),
  commit_url: '',
  environment_name: null,
})
const shown = (rows: SnapshotComparison['rows']) => ({
  rows,
  known: { verdicts: [], summaries: new Map() },
})
const comparison: SnapshotComparison = {
  base: side(1, false),
  head: side(2, true),
  counts: { replaced: 1, started: 1, exited: 0, scaled: 0, unchanged: 4 },
  rows: [
    {
      change: 'replaced',
      before: artifact('shop', 'a'),
      after: artifact('shop', 'b'),
      diff_url: 'https://git.example/compare/a...b',
    },
    { change: 'started', before: null, after: artifact('x | y', 'c'), diff_url: null },
  ],
  members: [],
  policies: [],
  tags: [],
}

it('a comparison is taken away with both sides named and every row in the table', () => {
  const text = comparisonMarkdown(comparison, shown(comparison.rows), 'https://cairn.example/acme')
  expect(text).toContain('# [prod \\#1 → prod \\#2, the latest](https://cairn.example/acme)')
  expect(text).toContain('prod is unknown on both sides.')
  expect(text).toContain(
    '| Replaced | shop | `aaaaaaaaaaaa` | `bbbbbbbbbbbb` | [aaaaaaa…bbbbbbb](https://git.example/compare/a...b) | Unknown |',
  )
  expect(text).toContain('| Added | x \\| y | – | `cccccccccccc` | ccccccc | Unknown |')
})

it('a comparison says what carried each verdict', () => {
  const by = { ...noQualifiers, judged: 1, overridden: 1 }
  const carried = { ...artifact('shop', 'a'), compliant: true, qualifiers: by }
  const row = {
    change: 'unchanged' as const,
    before: { ...carried, qualifiers: { ...noQualifiers, judged: 1 } },
    after: carried,
    diff_url: null,
  }
  const base = { ...comparison.base, state: true, qualifiers: row.before.qualifiers }
  const head = { ...comparison.head, state: true, qualifiers: by }
  const text = comparisonMarkdown({ ...comparison, base, head }, shown([row]), 'x')
  expect(text).toContain('| Compliant → Compliant by override |')
  expect(text).toContain('prod went from compliant to compliant by override.')
})

it('a comparison of the same says so', () => {
  const counts = { replaced: 0, started: 0, exited: 0, scaled: 0, unchanged: 4 }
  expect(summaryText({ ...comparison, counts })).toBe('4 unchanged; 1 snapshot apart')
  expect(comparisonMarkdown({ ...comparison, counts }, shown([]), 'x')).toContain('No differences.')
})

it('a snapshot that is not there is missed in words', () => {
  const refusal = (count: number) => `Org: 'acme'. Snapshot 'prod#9' … len(snapshots) == ${count}.`
  expect(missingText('prod', 'prod#9', refusal(3))).toBe('prod has 3 snapshots, but not prod#9')
  expect(missingText('prod', 'prod', refusal(0))).toContain('nothing was reported')
  expect(missingText('gone', 'gone', 'No such environment')).toBe('No such environment')
})

it('two snapshots lie apart in time, and in snapshots of one environment', () => {
  const head = { ...comparison.head, index: 4, timestamp: 1_800_007_200 }
  expect(summaryText(comparison)).toContain('4 unchanged; 1 snapshot apart')
  expect(summaryText({ ...comparison, head })).toContain('; 2\u00a0h and 3 snapshots apart')
  const other = { ...head, environment_name: 'stage' }
  expect(summaryText({ ...comparison, head: other })).toContain('; 2\u00a0h apart')
})

it.each([
  [null, false],
  [false, true],
])('says whether sides differ in their verdict: unknown and %s, %s', (state, isOther) => {
  expect(isTurned({ ...comparison, head: { ...comparison.head, state } })).toBe(isOther)
})
