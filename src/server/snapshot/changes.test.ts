import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SnapshotRow } from '#contract/snapshot/snapshot-page.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { policyClient, provenanceYaml } from '#server/testing/policies.ts'
import { fingerprintOf } from '#server/testing/reporter.ts'

let app: TestApp
let now = 1_800_000_000
beforeAll(async () => {
  app = await startTestApp({ clock: () => (now += 1) })
})
afterAll(() => app.close())

const list = async (env: string): Promise<SnapshotRow[]> =>
  (await app.call('GET', `/cairn/acme/environments/${env}/snapshots`, { key: 'reader' })).body.data
const named = ({ changes }: SnapshotRow) => changes.map(({ name, kind }) => `${name} ${kind}`)

describe('what changed in a snapshot', () => {
  it('is what took whose place; what is more than three is counted', async () => {
    const report = environmentReporter(app)
    await report.build('shop', 'shop:2')
    await report.environment('told')
    await report.run('told', { 'shop:1': 1 })
    await report.run('told', { 'shop:2': 1 })
    await report.run('told', { 'shop:2': 1, a: 1, b: 1, c: 1, d: 1 })
    const [added, replaced, first] = (await list('told')) as [SnapshotRow, SnapshotRow, SnapshotRow]
    expect(added).toMatchObject({ change_count: 4, flipped_from: null })
    expect(named(added)).toEqual(['a started', 'b started', 'c started'])
    expect(replaced.changes).toEqual([
      {
        kind: 'replaced',
        name: 'shop:2',
        fingerprint: fingerprintOf('shop:2'),
        compliant: null,
        replaced: 'shop:1',
        flow_name: 'shop',
        trail_name: 'run-shop-2',
        member: null,
      },
    ])
    expect(first).toMatchObject({ change_count: 1, flipped_from: null })
  })

  it('is told of the members of a logical environment, but not of one that is new', async () => {
    const report = environmentReporter(app)
    await report.environment('member')
    await report.run('member', { 'shop:1': 1, other: 1 })
    await report.run('member', { 'shop:2': 1, other: 1 })
    await report.environment('estate', 'logical', { included_environments: ['member'] })
    await report.run('member', { 'shop:3': 1, other: 1 })
    const [inMember, whole] = (await list('estate')) as [SnapshotRow, SnapshotRow]
    expect(inMember.changes).toMatchObject([{ member: 'member', replaced: 'shop:2' }])
    // Artifacts that a member brings along did not start with it.
    expect(whole).toMatchObject({ change_count: 0, changes: [], started_count: 2 })
  })

  it('begins with what made the verdict flip, beside the verdict before', async () => {
    const keep = policyClient(app)
    const report = environmentReporter(app)
    await report.build('bank', 'bank:1')
    await report.build('bank', 'bank:2')
    await keep.policy('origin', provenanceYaml)
    await report.environment('flipping')
    await keep.attach('flipping', 'origin')
    await report.run('flipping', { 'bank:1': 1 })
    await report.run('flipping', { 'bank:2': 1, 'a-stranger': 1 })
    await report.run('flipping', { 'bank:2': 1 })
    const told = (await list('flipping')).map((row) => [
      row.state,
      row.flipped_from?.state,
      ...named(row),
    ])
    expect(told).toEqual([
      [true, false, 'a-stranger exited'],
      [false, true, 'a-stranger started', 'bank:2 replaced'],
      [true, undefined, 'bank:1 started'],
    ])
    // The band and the scrubber name what made it flip, in a logical environment too.
    await report.environment('around', 'logical', { included_environments: ['flipping'] })
    await report.run('flipping', { 'bank:2': 1, rogue: 1 })
    const runs = await app.call(
      'GET',
      '/cairn/acme/verdict_runs?environment=flipping&environment=around',
    )
    type Runs = { name: string; runs: { artifact_name: string | null }[] }
    const causes = runs.body.environments.map(({ name, runs: all }: Runs) => [
      name,
      ...all.map(({ artifact_name }) => artifact_name),
    ])
    expect(causes).toEqual([
      ['around', null, 'rogue'],
      ['flipping', null, 'a-stranger', 'a-stranger', 'rogue'],
    ])
    const page = await app.call('GET', '/cairn/acme/environments/flipping/snapshots/-1')
    expect(page.body.verdict_runs.at(-1)).toMatchObject({ artifact_name: 'rogue' })
  })

  it('is left to counts where too much changed to say what replaced what', async () => {
    const report = environmentReporter(app)
    await report.environment('large')
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`app-${at}`, 1]))
    await report.run('large', many)
    expect((await list('large'))[0]).toMatchObject({
      changes: [],
      change_count: 0,
      started_count: 201,
    })
  })
})
