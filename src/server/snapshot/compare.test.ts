import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ComparisonRow } from '#contract/snapshot/comparison.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { policyClient, policyYaml, provenanceYaml } from '#server/testing/policies.ts'
import { fingerprintOf } from '#server/testing/reporter.ts'
import { waitUntilSealed } from '#server/testing/sealed.ts'

let app: TestApp
let report: ReturnType<typeof environmentReporter>
let policies: ReturnType<typeof policyClient>
let now = 1_800_000_000
beforeAll(async () => {
  app = await startTestApp({ clock: () => (now += 1) })
  report = environmentReporter(app)
  policies = policyClient(app)
  for (const name of ['prod', 'stage', 'never']) await report.environment(name)
  await report.environment('all', 'logical', { included_environments: ['prod', 'stage'] })
  await report.build('shop', 'shop:1')
  await report.build('shop', 'shop:2')
  await report.run('prod', { 'shop:1': 1, cron: 2, old: 1 })
  await report.run('prod', { 'shop:2': 1, cron: 3, fresh: 1 })
  await report.run('stage', { 'shop:2': 2, cron: 1 })
})
afterAll(() => app.close())

const compare = (base: string, head: string, more = '') =>
  app.call(
    'GET',
    `/cairn/acme/snapshot-diff?base=${encodeURIComponent(base)}&head=${encodeURIComponent(head)}${more}`,
    { key: 'reader' },
  )
const textsOf = (rows: ComparisonRow[]) =>
  rows.map(({ change, before, after }) => `${change} ${before?.name ?? '–'} ${after?.name ?? '–'}`)

describe('a comparison of two snapshots', () => {
  it('names the tags that differ, of the past as they were then', async () => {
    const tag = (set_tags: object, remove_tags: string[] = []) =>
      app.call('PATCH', '/tags/acme/env/tagged', { json: { set_tags, remove_tags } })
    await report.environment('tagged')
    await tag({ tier: '1', pci: '', constructor: 'a' })
    await report.run('tagged', { cron: 1 })
    await report.run('tagged', { cron: 1, old: 1 })
    await tag({ tier: '2', team: 'core' }, ['pci'])
    await report.run('tagged', { cron: 1 })
    await waitUntilSealed(app)
    const tagsOf = async (base: string, head: string) => (await compare(base, head)).body.tags
    expect(await tagsOf('tagged#1', 'tagged#2')).toEqual([])
    expect(await tagsOf('tagged#2', 'tagged')).toEqual([
      { key: 'pci', before: '', after: null },
      { key: 'team', before: null, after: 'core' },
      { key: 'tier', before: '1', after: '2' },
    ])
    expect(await tagsOf('tagged', 'stage')).toEqual([
      { key: 'constructor', before: 'a', after: null },
      { key: 'team', before: 'core', after: null },
      { key: 'tier', before: '2', after: null },
    ])
  })

  it('names the tags of the past also under the names that the environment had then', async () => {
    const tag = (name: string, tier: string) =>
      app.call('PATCH', `/tags/acme/env/${name}`, { json: { set_tags: { tier } } })
    const rename = (name: string, new_name: string) =>
      app.call('PUT', `/environments/acme/${name}/rename`, { json: { new_name } })
    for (const name of ['moved', 'other']) {
      await report.environment(name)
      await tag(name, 'first')
      await report.run(name, { cron: 1 })
    }
    await tag('moved', 'second')
    await tag('other', 'unlike')
    await rename('other', 'elsewhere')
    await rename('moved', 'between')
    await tag('between', 'third')
    await rename('between', 'other')
    await report.run('other', { cron: 1, old: 1 })
    await waitUntilSealed(app)
    expect((await compare('other#1', 'other')).body.tags).toEqual([
      { key: 'tier', before: 'first', after: 'third' },
    ])
    expect((await compare('elsewhere#1', 'other#1')).body.tags).toEqual([
      { key: 'tier', before: 'unlike', after: 'first' },
    ])
  })

  it('pairs artifacts with those that they replaced, with the commits between', async () => {
    const { status, body } = await compare('prod#1', 'prod')
    expect(status).toBe(200)
    expect(body.base).toMatchObject({ environment_name: 'prod', index: 1, is_latest: false })
    expect(body.head).toMatchObject({ index: 2, is_latest: true, state: null, running_count: 3 })
    expect(body.counts).toEqual({ replaced: 1, started: 1, exited: 1, scaled: 1, unchanged: 0 })
    expect(textsOf(body.rows)).toEqual([
      'replaced shop:1 shop:2',
      'started – fresh',
      'exited old –',
      'scaled cron cron',
    ])
    expect(body.rows[0]).toMatchObject({
      diff_url: `https://github.com/acme/shop/compare/${'1'.repeat(40)}...${'2'.repeat(40)}`,
      before: { fingerprint: fingerprintOf('shop:1'), flow_name: 'shop', trail_name: 'run-shop-1' },
      after: { template_reference_name: 'app', state_in_flow: 'COMPLIANT', compliant: null },
    })
    expect(body.rows[1].after).toMatchObject({ flow_name: '', git_commit: '', trail_name: null })
  })

  it('takes two environments, or one snapshot twice', async () => {
    const other = await compare('stage', 'prod#2', '&unchanged=true')
    expect(textsOf(other.body.rows)).toEqual([
      'started – fresh',
      'scaled cron cron',
      'scaled shop:2 shop:2',
    ])
    const same = await compare('prod#-1', 'prod~0')
    expect(same.body).toMatchObject({ rows: [], counts: { unchanged: 3, replaced: 0 } })
    expect((await compare('prod', 'prod', '&unchanged=true')).body.rows).toHaveLength(3)
  })

  it('merges artifacts of the members of a logical environment', async () => {
    const { body } = await compare('prod', 'all')
    const cron = body.rows.find((row: ComparisonRow) => row.after?.name === 'cron')
    expect(cron).toMatchObject({ before: { instance_count: 3 }, after: { instance_count: 4 } })
  })

  it('pairs within the members of one logical environment, with the policies that evaluated them', async () => {
    await report.run('stage', { 'shop:1': 1, cron: 1 })
    await report.run('stage', { 'shop:2': 2, cron: 1 })
    await policies.policy('built', provenanceYaml)
    await app.call('POST', '/environments/acme/stage/policies', {
      json: { policy_names: ['built'] },
    })
    const { body } = await compare('all~2', 'all')
    expect(textsOf(body.rows)).toEqual(['unchanged cron cron', 'replaced shop:1 shop:2'])
    expect(body.rows[1].after).toMatchObject({ environment_name: 'stage', failing_policies: [] })
    expect(body.rows[0].after).toMatchObject({ compliant: false, failing_policies: ['built'] })
    expect(body.members).toMatchObject([
      { environment_name: 'stage', before: { state: null }, after: { state: false } },
    ])
    expect(body.policies).toEqual([
      { name: 'built', environment_name: 'stage', before: [], after: [1] },
    ])
    const policiesOf = async (snapshot: string) =>
      (await app.call('GET', `/cairn/acme/environments/${snapshot}`)).body.policies
    for (const env of ['stage', 'all']) {
      expect(await policiesOf(`${env}/snapshots/-1`)).toEqual([{ name: 'built', version: 1 }])
      expect(await policiesOf(`${env}/snapshots/~1`)).toEqual([])
    }
    const between = await compare('prod', 'stage')
    expect(between.body).toMatchObject({
      members: [],
      policies: [{ name: 'built', environment_name: null, before: [], after: [1] }],
    })
  })

  it('names each version that the members of logical environments applied', async () => {
    for (const name of ['eu', 'us']) await report.environment(name)
    await report.environment('world', 'logical', { included_environments: ['eu', 'us'] })
    await report.environment('west', 'logical', { included_environments: ['us'] })
    await report.run('eu', { cron: 1 })
    await report.run('us', { 'shop:1': 1 })
    await policies.policy('grown', policyYaml('provenance: {required: false}'))
    for (const name of ['eu', 'us']) await policies.attach(name, 'grown')
    // It turns only the verdict of the one, which gets a snapshot.
    await policies.policy('grown', provenanceYaml)
    const policiesOf = async (base: string, head: string) =>
      (await compare(base, head)).body.policies
    const grown = { name: 'grown', environment_name: null }
    expect(await policiesOf('world~1', 'west')).toEqual([{ ...grown, before: [1, 2], after: [2] }])
    expect(await policiesOf('world', 'west')).toEqual([])
    expect(await policiesOf('prod', 'world~1')).toEqual([{ ...grown, before: [], after: [1, 2] }])
  })

  it.each<[string, string, number, object]>([
    ['prod#9', 'prod', 404, { base: expect.stringContaining("'prod#9' resolves to") }],
    ['prod', 'absent', 404, { head: expect.stringContaining("'absent' does not exist") }],
    ['never', 'gone', 404, { base: expect.any(String), head: expect.any(String) }],
    ['prod@{soon}', 'absent', 400, { base: expect.any(String), head: expect.any(String) }],
    ['prod@{2020-01-01T00:00:00}', 'prod', 404, { base: expect.stringContaining('prod#0') }],
    ['', 'prod', 400, { base: 'Field required' }],
  ])('name the side that is not there: %s and %s', async (base, head, status, errors) => {
    const answer = await compare(base, head)
    expect(answer.status).toBe(status)
    expect(answer.body.errors).toEqual(errors)
  })
})

it('compares an archived environment with an active one where archived ones are included', async () => {
  await app.call('PUT', '/environments/acme/stage/archive')
  const refused = await compare('stage', 'prod')
  expect([refused.status, refused.body.errors.base]).toEqual([
    404,
    expect.stringContaining('Environment has been archived'),
  ])
  const { status, body } = await compare('stage', 'prod', '&archived=include')
  expect([status, body.base.environment_name, body.head.environment_name]).toEqual([
    200,
    'stage',
    'prod',
  ])
  const only = await compare('stage', 'prod', '&archived=only')
  expect([only.status, Object.keys(only.body.errors)]).toEqual([404, ['head']])
})
