import { expect, test } from 'vitest'
import type { RunningArtifact } from '#contract/snapshot/snapshot-page.ts'
import { noQualifiers } from '#contract/verdict/qualifiers.ts'
import type { Standing } from '#contract/verdict/standing.ts'
import { filterRunning, type RunningFilters } from './filter-running.ts'

const artifact = (
  name: string,
  compliant: boolean | null,
  change: RunningArtifact['change'],
  flow_name?: string,
): RunningArtifact => ({
  name,
  fingerprint: `fe${name.length}`,
  compliant,
  is_allowed: false,
  qualifiers: { ...noQualifiers, judged: 1 },
  failing_policies: [],
  change,
  was: 1,
  now: 1,
  started_at: 0,
  started_index: 1,
  provenance: flow_name
    ? {
        flow_name,
        trail_name: null,
        artifact_id: '',
        state: null,
        git_commit: 'abc123',
        commit_url: '',
        commit_author: null,
        commit_message: null,
        flow_count: 1,
      }
    : null,
})

const byOverride = { ...noQualifiers, judged: 1, overridden: 1 }
const all = [
  artifact('Bank', true, 'unchanged', 'banking'),
  artifact('gone', null, 'exited'),
  artifact('shop-api', false, 'started-non-compliant', 'shop'),
  artifact('shop-worker', null, 'unchanged'),
]

test('filters by what carries the verdict', () => {
  const carried = { ...artifact('carried', true, 'unchanged'), qualifiers: byOverride }
  const found = (standing: Standing) =>
    filterRunning([...all, carried], { standing: [standing] }).map(({ name }) => name)
  expect(found('by_exception')).toEqual(['carried'])
  expect(found('compliant')).toEqual(['Bank'])
  expect(found('unknown')).toEqual(['gone', 'shop-worker'])
  expect(found('stale')).toEqual([])
})

test('filters by the policies that are failed, with what is on the allow-list', () => {
  const failing = (name: string, compliant: boolean, failing_policies: string[]) => ({
    ...artifact(name, compliant, 'unchanged'),
    failing_policies,
  })
  const artifacts = [
    ...all,
    failing('allowed', true, ['origin', 'scans']),
    failing('red', false, ['scans']),
  ]
  const found = (...failing_policy: string[]) =>
    filterRunning(artifacts, { failing_policy }).map(({ name }) => name)
  expect(found('origin')).toEqual(['allowed'])
  expect(found('scans')).toEqual(['red', 'allowed'])
  expect(found('review')).toEqual([])
  expect(found()).toHaveLength(artifacts.length)
})

test.each<[RunningFilters, string[]]>([
  [{}, ['shop-api', 'Bank', 'gone', 'shop-worker']],
  [{ q: 'SHOP' }, ['shop-api', 'shop-worker']],
  [{ q: 'fe4' }, ['Bank', 'gone']],
  [{ q: 'abc' }, ['shop-api', 'Bank']],
  [{ flow_name: 'shop' }, ['shop-api']],
  [{ verdict: ['UNKNOWN', 'COMPLIANT'] }, ['Bank', 'gone', 'shop-worker']],
  [{ verdict: [], show: 'running' }, ['shop-api', 'Bank', 'shop-worker']],
  [{ show: 'changed' }, ['shop-api', 'gone']],
  [{ show: 'changed', verdict: ['UNKNOWN'], q: 'o' }, ['gone']],
])('filters by %o to %o', (filters, names) => {
  expect(filterRunning(all, filters).map(({ name }) => name)).toEqual(names)
})
