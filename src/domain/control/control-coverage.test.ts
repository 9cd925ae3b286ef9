import { expect, it } from 'vitest'
import {
  coverageOf,
  percentCovered,
  type PoliciedEnvironment,
  sumCoverage,
} from './control-coverage.ts'

const environment = (
  id: string,
  fields: Partial<PoliciedEnvironment> = {},
): PoliciedEnvironment => ({
  id,
  name: id,
  type: 'K8S',
  member_ids: [],
  policies: [{ name: 'strict', controls: ['C-1'] }],
  snapshot_index: 1,
  running_count: 2,
  evaluated_count: 2,
  ...fields,
})

it.each([
  ['passing', {}, 0],
  ['passing', { running_count: 0, evaluated_count: 0 }, 0],
  ['failing', {}, 1],
  ['failing', { evaluated_count: 1 }, 1],
  ['unknown', { evaluated_count: 1 }, 0],
  ['unknown', { snapshot_index: 0, running_count: 0, evaluated_count: 0 }, 0],
  [null, { policies: [{ name: 'other', controls: ['C-2'] }] }, 0],
  [null, { policies: [] }, 3],
] as const)('is %s for %j with %d failing', (result, fields, failing) => {
  const [row] = coverageOf('C-1', [environment('prod', fields)], new Map([['prod', failing]]))
  expect(row).toMatchObject({
    result,
    covered: result !== null,
    failing_count: result === null ? 0 : failing,
  })
})

it('names the policies that require the control', () => {
  const policies = ['b', 'a', 'none'].map((name) => ({
    name,
    controls: name === 'none' ? [] : ['C-1'],
  }))
  expect(coverageOf('C-1', [environment('prod', { policies })])[0]?.policies).toEqual(['b', 'a'])
})

const logical = (...member_ids: string[]) =>
  environment('all', { type: 'logical', policies: [], member_ids })
const uncovered = environment('dev', { policies: [] })
it.each([
  [['prod', 'stage'], true, 'failing'],
  [['prod'], true, 'passing'],
  [['prod', 'dev'], false, null],
  [[], false, null],
])('a logical environment with the members %j', (members, covered, result) => {
  const rows = coverageOf(
    'C-1',
    [logical(...members), environment('prod'), environment('stage'), uncovered],
    new Map([['stage', 1]]),
  )
  expect(rows[0]).toMatchObject({ name: 'all', covered, result })
})

it('counts all environments by result', () => {
  const rows = coverageOf(
    'C-1',
    [
      environment('prod'),
      environment('stage'),
      environment('new', { snapshot_index: 0 }),
      uncovered,
    ],
    new Map([['stage', 1]]),
  )
  expect(sumCoverage(rows)).toEqual({ passing: 1, failing: 1, unknown: 1, total: 4 })
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
