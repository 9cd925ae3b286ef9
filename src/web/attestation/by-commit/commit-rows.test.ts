import { expect, test } from 'vitest'
import type { Attestation } from '#contract/attestation/attestation.ts'
import {
  hashesIn,
  commitOf,
  commitRows,
  commitsToAsk,
  namesIn,
  newestOfFlows,
  describeCommits,
  missingIn,
  toggledHash,
  troubledNames,
  troubledRows,
  withAges,
} from './commit-rows.ts'

const full = (start: string) => start.padEnd(40, '0')
const one = (attestation_name: string, flow_name = 'f') =>
  ({ attestation_name, flow_name }) as Attestation

const lacks = (commit: string) => ({
  commit,
  flow_name: 'f',
  trail_name: 't',
  target: null,
  attestation_name: 'bias-report',
  attestation_type: 'generic',
})

test('hashes are found in any text, each once; other words are left aside', () => {
  expect(hashesIn(`ABCDE1, abcde1;${full('b')}\n\t"12345" fix-it abcd`)).toEqual({
    hashes: ['abcde1', full('b'), '12345'],
    words: ['fix', 'it', 'abcd'],
  })
  expect(hashesIn('  ')).toEqual({ hashes: [], words: [] })
})

test('a short hash stands for a commit where only one begins so', () => {
  expect(commitOf(full('a'), [])).toBe(full('a'))
  expect(commitOf('aaaaa', [full('aaaaa')])).toBe(full('aaaaa'))
  expect(commitOf('aaaaa', [full('aaaaa1'), full('aaaaa2')])).toBeNull()
  expect(commitOf('aaaaa', [])).toBeNull()
  expect(commitOf('aaaaa', ['a'.repeat(64)])).toBeNull()
  const resolved = [
    { asked: 'aaaaa', matches: [full('aaaaa')] },
    { asked: full('aaaaa'), matches: [full('aaaaa')] },
    { asked: 'bbbbb', matches: [] },
  ]
  expect(commitsToAsk(resolved)).toEqual([full('aaaaa')])
})

test('every hash has a row of its own, whatever is wrong with it', () => {
  const asked = ['aaaaa', 'bbbbb', 'ccccc', full('d'), full('e'), 'zz', 'f'.repeat(64)]
  const resolved = [
    { asked: 'aaaaa', matches: [full('aaaaa')] },
    { asked: 'bbbbb', matches: [full('bbbbb1'), full('bbbbb2')] },
    { asked: 'ccccc', matches: [] },
    { asked: full('d'), matches: [full('d')] },
    { asked: full('e'), matches: [] },
    { asked: 'f'.repeat(64), matches: [] },
  ]
  const evidence = { [full('aaaaa')]: [one('tests')], [full('d')]: [], [full('e')]: [] }
  const states = (isNarrowed: boolean) =>
    commitRows(asked, resolved, evidence, [], isNarrowed).map(({ state }) => state)
  const others = ['unseen', 'invalid', 'other_length']
  expect(states(false)).toEqual(['evidence', 'ambiguous', 'unseen', 'none', ...others])
  expect(states(true)[3]).toBe('filtered')
})

test('of each flow the newest evidence is shown', () => {
  const attestations = [one('tests', 'b'), one('tests', 'a'), one('scan', 'b')]
  expect(newestOfFlows(attestations).map(({ flow_name }) => flow_name)).toEqual(['b', 'a'])
})

/** Rows of commits a, b, …, each with names in the order of their reports; `!` fails, `-` is missing. */
const rowsOf = (...commits: string[]) => {
  const parts = commits.map((names, at) => ({ sha: full('abc'[at]!), names: names.split(' ') }))
  const evidence = parts.map(({ sha, names }) => [
    sha,
    names
      .filter((name) => !name.startsWith('-'))
      .map((name, at) => ({
        ...one(name.replace('!', '')),
        effective_is_compliant: !name.startsWith('!'),
        reported_is_compliant: !name.startsWith('!'),
        created_at: at,
      }))
      .reverse(),
  ])
  const missing = parts.flatMap(({ sha, names }) =>
    names
      .filter((name) => name.startsWith('-'))
      .map((name) => ({ ...lacks(sha), attestation_name: name.slice(1) })),
  )
  const asked = parts.map(({ sha }) => sha)
  return commitRows(asked, [], Object.fromEntries(evidence), missing, false)
}

test.each([
  [['review tests scan'], ['review', 'tests', 'scan']],
  [
    ['review tests scan', 'review -scan'],
    ['review', 'tests', 'scan'],
  ],
  [
    ['review a-test scan', 'review b-test scan'],
    ['review', 'a-test', 'b-test', 'scan'],
  ],
  [['tests -approval'], ['tests', 'approval']],
])('names of %j stand once, as pipelines report them', (commits, names) => {
  expect(namesIn(rowsOf(...commits))).toEqual(names)
})

test('trouble is what fails or is missing, in its rows and columns', () => {
  const rows = rowsOf('review tests', 'review !scan', 'tests -approval')
  expect(troubledNames(rows)).toEqual(['scan', 'approval'])
  expect(troubledRows(rows).map(({ asked }) => asked)).toEqual([full('b'), full('c')])
})

test('an override stands beside evidence only where that does not say it', () => {
  const commit = full('a')
  const record = (attestation_id: string, fields: object) =>
    ({ attestation_id, attestation_name: 'scan', is_override: false, ...fields }) as Attestation
  const override = { is_override: true, effective_is_compliant: true }
  const scan = record('scan', { overridden_by: 'new' })
  const partly = record('partly', {})
  const found = [
    record('new', { ...override, override_of: 'scan' }),
    record('over', { ...override, effective_is_compliant: null, override_of: 'partly' }),
    record('half', { ...override, override_of: 'partly' }),
    record('alone', { ...override, override_of: null }),
    scan,
    partly,
  ]
  const [row] = commitRows(
    [commit],
    [{ asked: commit, matches: [commit] }],
    { [commit]: found },
    [],
    false,
  )
  expect(row).toMatchObject({
    state: 'evidence',
    attestations: [{ attestation_id: 'half' }, { attestation_id: 'alone' }, scan, partly],
  })
})

test('addresses of commits stand for their hashes, and hashes are ticked into the text', () => {
  const text = 'https://git.example.com/added/commit/e3372a8\nhttp://nowhere.example/face 429ca15'
  expect(hashesIn(text).hashes).toEqual(expect.arrayContaining(['e3372a8', '429ca15']))
  expect(hashesIn('https://git.example.com/added/commit/e3372a8')).toEqual({
    hashes: ['e3372a8'],
    words: [],
  })
  const commit = full('a')
  expect(toggledHash('', commit)).toBe(commit)
  expect(toggledHash('429ca15\n', commit)).toBe(`429ca15\n${commit}`)
  expect(toggledHash(`429ca15\n${commit}`, commit)).toBe('429ca15')
})

test('a sentence counts the commits by what their evidence says', () => {
  const said = (effective_is_compliant: boolean, fields: object = {}) =>
    ({
      attestation_id: 'x',
      attestation_name: 'scan',
      flow_name: 'a',
      is_override: false,
      reported_is_compliant: effective_is_compliant,
      effective_is_compliant,
      ...fields,
    }) as Attestation
  const rowOf = (asked: string, ...attestations: Attestation[]) =>
    ({ asked, state: 'evidence', commit: asked, attestations, missing: [] }) as const
  const carried = said(true, { reported_is_compliant: false, overridden_by: 'o' })
  const unseen = { asked: 'u', state: 'unseen' } as const
  expect(
    describeCommits([rowOf('a', said(true)), rowOf('b', carried), rowOf('c', said(false)), unseen]),
  ).toBe(
    '3 of 4 commits have evidence: 2 with compliant evidence only, 1 of them by override; 1 with non-compliant evidence.',
  )
  expect(describeCommits([rowOf('a', said(true), said(false))])).toBe(
    'The commit has evidence: 1 with compliant evidence only.',
  )
  expect(describeCommits([unseen])).toBe('The commit has no evidence.')
  const { x: [old] = [] } = withAges(
    { x: [said(true, { attestation_type: 'junit', created_at: 0 })] },
    { maxAgeDays: { junit: 30 }, now: 40 * 86_400 },
  )
  expect(old?.expired).toEqual({ age_days: 40, allowed_days: 30 })
  expect(describeCommits([rowOf('a', old!), rowOf('b', said(true))])).toBe(
    '2 commits have evidence: 2 with compliant evidence only, 1 of them on expired evidence.',
  )
  const lacking = { ...rowOf('l', said(true)), missing: [lacks('l')] }
  expect(describeCommits([lacking, { ...rowOf('f', said(false)), missing: [lacks('f')] }])).toBe(
    '2 commits have evidence: 1 with non-compliant evidence; 1 lacks an attestation.',
  )
  expect(describeCommits([{ ...rowOf('n'), missing: [lacks('n')] }])).toBe(
    'The commit has no evidence: 1 lacks an attestation.',
  )
})

test('what a trail lacks stands in the row of its commit, also where it has nothing', () => {
  const commit = full('a')
  const resolved = [{ asked: commit, matches: [commit] }]
  const rows = commitRows([commit], resolved, {}, [lacks(commit), lacks(full('b'))], false)
  expect(rows).toEqual([
    { asked: commit, state: 'evidence', commit, attestations: [], missing: [lacks(commit)] },
  ])
  expect(namesIn(rows)).toEqual(['bias-report'])
})

test.each<[Parameters<typeof missingIn>[1], number]>([
  [{}, 2],
  [{ flow_name: ['f'] }, 2],
  [{ flow_name: ['other'] }, 0],
  [{ attestation_name: ['bias-report'] }, 2],
  [{ attestation_name: ['tests'] }, 0],
  [{ attestation_type: ['generic'] }, 2],
  [{ attestation_type: ['junit'] }, 1],
])('what lacks is narrowed by %j', (search, count) => {
  const all = [lacks('a'), { ...lacks('a'), attestation_type: '*' }]
  expect(missingIn(all, search)).toHaveLength(count)
})
