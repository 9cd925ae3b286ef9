import { expect, it } from 'vitest'
import type { RunningGroup } from '#domain/verdict/outcome-counts.ts'
import {
  coveredIn,
  percentCovered,
  type PoliciedEnvironment,
  resultsOf,
  type ScopedControl,
  sumCoverage,
} from './control-coverage.ts'

const environment = (
  id: string,
  fields: Partial<PoliciedEnvironment> = {},
): PoliciedEnvironment => ({
  id,
  name: id,
  type: 'K8S',
  tags: {},
  member_ids: [],
  policies: [{ name: 'strict', controls: ['C-1'] }],
  snapshot_index: 1,
  running_count: 1,
  is_stale: false,
  ...fields,
})
const uncovered = environment('dev', { policies: [{ name: 'other', controls: ['C-2'] }] })

const running = (satisfied: boolean | null | 'pending', count = 1): RunningGroup => ({
  environment_id: 'prod',
  rules:
    satisfied === 'pending'
      ? null
      : [
          {
            policy_name: 'strict',
            policy_version: 1,
            position: 0,
            type: 'attestation',
            for_control: 'C-1',
            satisfied,
            is_exempt: false,
            resolutions: null,
          },
        ],
  places: null,
  expired: null,
  is_allow_listed: false,
  flows: [{ name: 'shop', tags: {} }],
  count,
})

const results = (
  environments: readonly PoliciedEnvironment[],
  ...groups: readonly RunningGroup[]
) => resultsOf({ identifier: 'C-1', scope: null }, environments, () => groups)

it.each([
  ['passing', {}, [running(true, 2)]],
  ['failing', {}, [running(true), running(false)]],
  ['failing', {}, [running(false), running('pending')]],
  ['unknown', {}, [running(true), running('pending')]],
  ['unknown', { snapshot_index: 0 }, []],
  ['stale', { is_stale: true }, [running(true), running(null)]],
  ['partly_asked', {}, [running(true), running(null)]],
  // A rule is there, and asks nobody: that is no pass.
  ['not_asked', {}, [running(null)]],
  ['not_asked', {}, []],
  ['not_asked', { policies: [] }, [running('pending')]],
  ['not_asked', { policies: [], snapshot_index: 0 }, []],
] as const)('is %s in an environment %j', (result, fields, groups) => {
  expect(results([environment('prod', fields)], ...groups)[0]).toMatchObject({ result })
})

it('names the policies that require the control', () => {
  const policies = ['b', 'a', 'none'].map((name) => ({
    name,
    controls: name === 'none' ? [] : ['C-1'],
  }))
  expect(coveredIn('C-1', [environment('prod', { policies })])[0]?.policies).toEqual(['b', 'a'])
})

const logical = (...member_ids: string[]) =>
  environment('all', { type: 'logical', policies: [], member_ids })

it.each([
  [['prod', 'stage'], true],
  [['prod', 'dev'], false],
  [[], false],
])('covers a logical environment by its members %j', (members, covered) => {
  const rows = coveredIn('C-1', [
    logical(...members),
    environment('prod'),
    environment('stage'),
    uncovered,
  ])
  expect(rows[0]).toMatchObject({ name: 'all', covered })
})

it('counts what runs in a logical environment once, in its members', () => {
  const rows = results([logical('prod'), environment('prod')], running(true, 3))
  expect(sumCoverage(rows)).toMatchObject({ total: 1, covered: 1, running: { passed: 3 } })
})

it('puts the worst first, then goes by name', () => {
  const rows = results(
    [environment('a'), environment('b', { is_stale: true }), uncovered, environment('z')],
    running(true),
  )
  expect(rows.map(({ name }) => name)).toEqual(['b', 'dev', 'a', 'z'])
})

it.each([
  [
    'passing',
    [environment('prod')],
    [running(true)],
    { total: 1, covered: 1, population: '1 of 1 asked, all pass' },
  ],
  ['failing', [environment('prod'), uncovered], [running(false)], { total: 2, covered: 1 }],
  [
    'partly_asked',
    [environment('prod'), uncovered],
    [running(true)],
    { total: 2, covered: 1, population: '1 of 2 asked, 1 not asked' },
  ],
  ['not_asked', [uncovered], [running('pending')], { total: 1, covered: 0 }],
  ['not_asked', [uncovered], [], { total: 1, covered: 0 }],
  ['unknown', [environment('prod', { snapshot_index: 0 })], [], { total: 1, covered: 1 }],
  [
    'stale',
    [environment('prod', { is_stale: true }), environment('stage'), uncovered],
    [],
    { total: 3, covered: 2, population: 'nothing ran when last seen, 0 in scope' },
  ],
  // Nothing in scope neither passes nor counts as covered.
  ['empty', [], [], { total: 0, covered: 0 }],
  ['empty', [logical()], [], { total: 0, covered: 0 }],
  ['empty', [environment('prod')], [], { total: 1, covered: 1 }],
] as const)('comes to %s', (outcome, environments, groups, counts) => {
  expect(sumCoverage(results(environments, ...groups))).toMatchObject({ outcome, ...counts })
})

const scoped = (scope: ScopedControl['scope']) => {
  const ofNoFlow = { ...running(null), flows: [] }
  const rows = resultsOf({ identifier: 'C-1', scope }, [environment('prod'), uncovered], (id) =>
    id === 'prod' ? [running(true), ofNoFlow] : [running('pending')],
  )
  return sumCoverage(rows)
}

it.each([
  ['partly_asked', null, { total: 2, covered: 1, running: { passed: 1, not_asked: 2 } }],
  [
    'partly_asked',
    { environments: { name_pattern: 'prod' } },
    { total: 1, covered: 1, running: { passed: 1, not_asked: 1 } },
  ],
  [
    'passing',
    { environments: { name_pattern: 'prod' }, flows: { name_pattern: 'shop' } },
    { total: 1, covered: 1, running: { passed: 1, not_asked: 0 } },
  ],
  // Scopes that are empty: nothing runs there, or there is no environment at all.
  ['empty', { flows: { name_pattern: 'other' } }, { total: 2, covered: 1 }],
  ['empty', { environments: { name_pattern: 'none' } }, { total: 0, covered: 0 }],
] as const)('comes to %s in the scope %j', (outcome, scope, counts) => {
  expect(scoped(scope)).toMatchObject({ outcome, ...counts })
})

it.each([
  [0, 0, 0],
  [0, 3, 0],
  [2, 3, 66.6],
  [1999, 2000, 99.9],
  [3, 3, 100],
])('%d of %d are %d per cent', (covered, total, percent) => {
  expect(percentCovered(covered, total)).toBe(percent)
})
