import { expect, it } from 'vitest'
import type { SnapshotPage } from '#contract/snapshot/snapshot-page.ts'
import { isForReader, evaluatedNowQuery } from './queries.ts'

it.each<[string, Partial<SnapshotPage>, boolean, boolean]>([
  ['a small one of the past', { running_count: 200 }, true, false],
  ['a large one of the past', { running_count: 201 }, false, true],
  ['of nothing', { running_count: 0 }, false, false],
  ['the one in force', { running_count: 201, to: null }, false, false],
  ['one of a logical environment', { running_count: 201, type: 'logical' }, false, false],
])('%s is evaluated anew at once, or by its reader', (_, more, atOnce, byReader) => {
  const snapshot = { index: 3, to: 1_800_000_000, type: 'server', ...more } as SnapshotPage
  expect([evaluatedNowQuery('acme', 'prod', snapshot).enabled, isForReader(snapshot)]).toEqual([
    atOnce,
    byReader,
  ])
})
