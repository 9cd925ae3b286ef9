import { expect, test } from 'vitest'
import type { FoundArtifact, SearchResult } from '#contract/search/search.ts'
import { groupsOf, readSha, shaPattern } from './search.ts'

const artifact = (fingerprint: string, git_commit: string) =>
  ({ fingerprint, git_commit }) as FoundArtifact

const result = (
  commits: string[],
  fingerprints: string[],
  artifacts: FoundArtifact[],
): SearchResult => ({
  resolved_to: {
    type:
      commits.length + fingerprints.length > 1 ? 'multiple' : commits[0] ? 'commit' : 'fingerprint',
    full_match: '',
    commits: { type: 'commit', count: commits.length, matches: commits },
    fingerprints: { type: 'fingerprint', count: fingerprints.length, matches: fingerprints },
  },
  artifacts,
})

test('artifacts stand under what they were found by', () => {
  const groups = groupsOf(
    result(['c1', 'c2'], ['f3'], [artifact('f1', 'c1'), artifact('f3', 'c9')]),
  )
  expect(groups.map(({ match, artifacts }) => [match, artifacts.length])).toEqual([
    ['c1', 1],
    ['c2', 0],
    ['f3', 1],
  ])
})

test("a trail's commit has what is on the trail", () => {
  const [group] = groupsOf(result(['c1'], [], [artifact('f1', 'elsewhere')]))
  expect(group?.artifacts).toHaveLength(1)
})

test.each([
  [' ABCDE ', true],
  ['sha256:0123456789abcdef', true],
  ['abcd', false],
  ['main', false],
  ['a'.repeat(65), false],
])('%s can be searched for: %s', (text, isRead) => {
  expect(shaPattern.test(readSha(text))).toBe(isRead)
})
