import fc from 'fast-check'
import { expect, it } from 'vitest'
import { codeDiffUrl } from '#domain/deployment/code-diff.ts'
import { describeEvent } from '#domain/event/event-days.ts'
import { compareReports } from './compare-reports.ts'
import { diffSnapshotArtifacts } from './compare-snapshots.ts'
import { artifactsOfReport } from './reported-artifacts.ts'

const sha = fc.constantFrom('', ...['a', 'b', 'c'].map((letter) => letter.repeat(64)))
const name = fc.constantFrom('shop', 'bank', 'constructor', 'x'.repeat(20))
const item = fc.record({
  podName: fc.constantFrom('pod-1', 'pod-2', '__proto__'),
  namespace: fc.constantFrom('a', 'b'),
  digests: fc.dictionary(name, sha),
  creationTimestamp: fc.nat(10),
  owners: fc.constant(null),
})
const report = fc.array(item, { maxLength: 8 })

it('a report does not depend on the order of its instances', () => {
  fc.assert(
    fc.property(report, fc.infiniteStream(fc.nat()), (items, order) => {
      const places = items.map(() => order.next().value ?? 0)
      const shuffled = items
        .map((one, index) => ({ one, place: places[index] ?? 0 }))
        .sort((a, b) => a.place - b.place)
        .map(({ one }) => one)
      expect(JSON.stringify(artifactsOfReport(shuffled))).toBe(
        JSON.stringify(artifactsOfReport(items)),
      )
    }),
  )
})

it('a report has an instance for every digest, and a pod for every pod', () => {
  fc.assert(
    fc.property(report, (items) => {
      const artifacts = artifactsOfReport(items)
      const instances = artifacts.reduce((sum, one) => sum + one.instance_count, 0)
      expect(instances).toBe(items.flatMap((one) => Object.keys(one.digests)).length)
      for (const { instance_count, detail } of artifacts) {
        expect(detail.creationTimestamp).toHaveLength(instance_count)
        expect(Object.keys(detail.pods ?? {}).length).toBeLessThanOrEqual(instance_count)
        expect(Object.keys(detail.pods ?? {}).length).toBeGreaterThan(0)
      }
    }),
  )
})

it('only another set of names and fingerprints creates a snapshot', () => {
  fc.assert(
    fc.property(report, report, (first, second) => {
      const [before, after] = [artifactsOfReport(first), artifactsOfReport(second)]
      const running = before.map((one) => ({ ...one, count: one.instance_count }))
      const change = compareReports(running, after)
      const set = (list: typeof before) =>
        list.map((one) => `${one.name} ${one.fingerprint}`).join('|')
      expect(change.isNewSet).toBe(set(before) !== set(after))
      expect(change.unchanged.length + change.started.length).toBe(after.length)
      expect(change.unchanged.length + change.exited.length).toBe(before.length)
    }),
  )
})

it('a reversed comparison swaps its sides and nothing else', () => {
  fc.assert(
    fc.property(report, report, (first, second) => {
      const [a, b] = [artifactsOfReport(first), artifactsOfReport(second)]
      const there = diffSnapshotArtifacts(a, b)
      const back = diffSnapshotArtifacts(b, a)
      expect(back.onlyFirst).toEqual(there.onlySecond)
      expect(back.onlySecond).toEqual(there.onlyFirst)
      expect(back.changed.map(({ first: x, second: y }) => [y, x])).toEqual(
        there.changed.map(({ first: x, second: y }) => [x, y]),
      )
      const names = (list: typeof a) => list.map((one) => [one.name, one.fingerprint])
      expect(names(back.unchanged)).toEqual(names(there.unchanged))
    }),
  )
})

it.each([
  [0, 1, '1 instance started running (from 0 to 1)'],
  [0, 3, '3 instances started running (from 0 to 3)'],
  [2, 0, '2 instances stopped running (from 2 to 0)'],
  [1, 0, '1 instance stopped running (from 1 to 0)'],
  [3, 3, '3 instances changed'],
  [2, 5, 'scaled from 2 to 5 instances'],
])('from %i to %i reads: %s', (was, now, text) => expect(describeEvent(was, now)).toBe(text))

it.each([
  ['https://github.com/acme/shop', '', 'https://github.com/acme/shop/compare/aaa...bbb'],
  ['https://github.com/acme/shop.git', '', 'https://github.com/acme/shop/compare/aaa...bbb'],
  ['', 'https://github.com/acme/shop/commit/bbb', 'https://github.com/acme/shop/compare/aaa...bbb'],
  ['', 'https://gitlab.com/a/b/-/commit/bbb', 'https://gitlab.com/a/b/-/compare/aaa...bbb'],
  ['https://bitbucket.org/a/b/', '', 'https://bitbucket.org/a/b/branches/compare/bbb%0Daaa'],
  [
    'https://dev.azure.com/a/b/_git/c',
    '',
    'https://dev.azure.com/a/b/_git/c/branchCompare?baseVersion=GCaaa&targetVersion=GCbbb',
  ],
  ['', '', null],
  ['javascript:alert(1)', '', null],
  ['', 'https://example.com/other', null],
])('changes of %s %s are shown at %s', (repo_url, commit_url, url) => {
  const place = { repo_url, commit_url }
  const from = { ...place, git_commit: 'aaa' }
  expect(codeDiffUrl(from, { ...place, git_commit: 'bbb' })).toBe(url)
  expect(codeDiffUrl(from, from)).toBeNull()
})
