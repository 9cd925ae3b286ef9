import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noQualifiers } from '#contract/verdict/qualifiers.ts'
import { standings } from '#contract/verdict/standing.ts'
import { qualifiersOfListed } from '#domain/verdict/qualifiers.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { attestationYaml, policyClient, policyYaml } from '#server/testing/policies.ts'
import { fingerprintOf } from '#server/testing/reporter.ts'

let app: TestApp
let keep: ReturnType<typeof policyClient>
let report: ReturnType<typeof environmentReporter>
beforeAll(async () => {
  app = await startTestApp()
  keep = policyClient(app)
  report = environmentReporter(app)
  await keep.policy('scanned', attestationYaml('scan'))
  await keep.policy('whole-trail', policyYaml('trail-compliance: {required: true}'))
  await keep.policy('of-others', attestationYaml('scan', 'artifact.name == "nobody"'))
  await keep.policy(
    'known',
    policyYaml(
      'provenance:',
      '  required: true',
      '  exceptions:',
      '    - if: "${{ artifact.name == \'proxy\' }}"',
    ),
  )
})
afterAll(() => app.close())

/** Evidence alone carries the verdicts on some artifacts. */
const plain = (judged = 1) => ({ ...noQualifiers, judged })

const get = async (path: string) => {
  const { status, body, text } = await app.call('GET', path, { key: 'reader' })
  expect(status, text).toBe(200)
  return body
}
const summaryOf = async (env: string) => {
  const { data } = await get(`/cairn/acme/environments?name=${env}`)
  return data.find((one: { name: string }) => one.name === env)
}
/** The qualifiers of snapshots, newest first, and when exceptions carried the verdict. */
const historyOf = async (env: string) => {
  const { data } = await get(`/cairn/acme/environments/${env}/snapshots`)
  const { environments } = await get(`/cairn/acme/verdict_runs?environment=${env}`)
  return {
    snapshots: data.map((one: { qualifiers: object }) => one.qualifiers),
    exceptions: environments[0].exceptions,
  }
}
/** The snapshots that exceptions carried, as the page of any of them has them. */
const carriedIn = async (env: string) =>
  (await get(`/cairn/acme/environments/${env}/snapshots/1`)).exceptions
const runningIn = async (env: string) =>
  (await get(`/cairn/acme/environments/${env}/running`)).artifacts
/** A trail and its only artifact, as each answer has them that clients read. */
const recordsOf = async (flow: string, trail: string, name: string) => {
  const artifact = await get(`/artifacts/acme/${flow}/fingerprint/${fingerprintOf(name)}`)
  return [
    await report.trail(flow, trail),
    artifact,
    (await get(`/artifacts/acme?flow_name=${flow}`))[0],
    (await get(`/artifacts/acme/${flow}/commit_sha/${artifact.git_commit}`))[0],
  ]
}
const whyNow = async (env: string, name: string) => {
  const query = `fingerprint=${fingerprintOf(name)}&name=${name}`
  return (await get(`/cairn/acme/environments/${env}/verdict/artifact?${query}`)).verdict
}
const scan = (flow: string, trail: string, is_compliant: boolean) =>
  report.generic(flow, trail, { attestation_name: 'scan', is_compliant })

describe('what carries a verdict', () => {
  it('is an override until a report passes by itself, without another snapshot', async () => {
    await report.environment('over')
    await report.build('over-flow', 'shop:1')
    await scan('over-flow', 'run-shop-1', false)
    await keep.attach('over', 'scanned', 'whole-trail')
    await report.run('over', { 'shop:1': 1 })
    expect(await summaryOf('over')).toMatchObject({ state: false, qualifiers: plain() })

    expect((await report.override('over-flow', 'run-shop-1')).status).toBe(201)
    const byOverride = { ...plain(), overridden: 1 }
    const overridden = await summaryOf('over')
    expect(overridden).toMatchObject({ state: true, qualifiers: byOverride })
    expect(await runningIn('over')).toMatchObject([{ compliant: true, qualifiers: byOverride }])
    expect((await whyNow('over', 'shop:1')).qualifiers).toEqual(byOverride)
    expect(await get('/cairn/acme/environments/over/verdict')).toMatchObject({
      qualifiers: byOverride,
      qualified: [{ name: 'shop:1', qualifiers: byOverride }],
    })
    const deploy = `fingerprint=${fingerprintOf('shop:1')}&environment=over`
    expect(await get(`/cairn/acme/can_i_deploy?${deploy}`)).toMatchObject({
      compliant: true,
      qualifiers: byOverride,
      overrides: [
        {
          override_id: expect.any(String),
          attestation_name: 'scan',
          flow_name: 'over-flow',
          trail_name: 'run-shop-1',
          created_by: expect.any(String),
          expires_at: null,
        },
      ],
    })
    const { data } = await get('/cairn/acme/flows/over-flow/trails')
    expect(data).toMatchObject([{ compliance_state: 'COMPLIANT', override_count: 1 }])
    for (const record of await recordsOf('over-flow', 'run-shop-1', 'shop:1')) {
      expect(record.qualifiers).toEqual(byOverride)
    }
    const history = await historyOf('over')
    expect(history.snapshots.slice(0, 2)).toEqual([byOverride, plain()])
    expect(history.exceptions).toEqual([{ from: expect.any(Number), to: null }])
    const at = overridden.snapshot_index
    expect(await carriedIn('over')).toEqual([{ first_index: at, last_index: at }])
    const { changes } = await get('/cairn/acme/overview/changes')
    const flip = changes.find(
      ({ environment_name: env }: { environment_name: string }) => env === 'over',
    )
    expect(flip).toMatchObject({ kind: 'flip', after: true, after_qualifiers: byOverride })
    expect(flip.before_qualifiers).toEqual(plain())
    const { data: flows } = await get('/cairn/acme/flows?name=over-flow')
    expect(flows[0].recent_trails).toMatchObject([{ state: 'COMPLIANT', override_count: 1 }])
    await report.begin('over-flow', 'later')
    expect(await get('/cairn/acme/flows/over-flow/trails/later/neighbours')).toMatchObject({
      next: { compliance_state: 'COMPLIANT', override_count: 1 },
    })

    await scan('over-flow', 'run-shop-1', true)
    const passed = await summaryOf('over')
    expect(passed).toMatchObject({ state: true, qualifiers: plain() })
    expect(passed.snapshot_index).toBe(overridden.snapshot_index)
    expect(await runningIn('over')).toMatchObject([{ qualifiers: plain() }])
    expect(await get('/cairn/acme/environments/over/verdict')).toMatchObject({ qualified: [] })
    // The snapshot in force says what carries it now; until when that was an override stays known.
    const [period] = history.exceptions
    expect(await historyOf('over')).toEqual({
      snapshots: [plain(), ...history.snapshots.slice(1)],
      exceptions: [{ from: period.from, to: expect.any(Number) }],
    })
    expect(await carriedIn('over')).toEqual([])
    // A verdict that began by exception and is in force no more stays so.
    await report.run('over', {})
    expect(await carriedIn('over')).toEqual([{ first_index: at, last_index: at }])
  })

  it('is the allow-list, an exception with its line, or no rule that asks', async () => {
    await report.environment('mixed')
    await keep.attach('mixed', 'known', 'of-others')
    await report.build('mixed-flow', 'quiet:1')
    await report.run('mixed', { proxy: 1, odd: 1, 'quiet:1': 1 })
    expect(await summaryOf('mixed')).toMatchObject({
      state: false,
      qualifiers: plain(3),
      running: { compliant: 2, qualified: 1, non_compliant: 1 },
    })
    await keep.allow('mixed', fingerprintOf('odd'))
    expect(await summaryOf('mixed')).toMatchObject({
      state: true,
      qualifiers: { judged: 3, overridden: 0, allow_listed: 1, exempt: 1, not_asked: 0 },
      running: { compliant: 3, qualified: 2, non_compliant: 0 },
    })
    const exempt = await whyNow('mixed', 'proxy')
    expect(exempt.qualifiers).toEqual({ ...plain(), exempt: 1 })
    const [{ resolutions }] = exempt.policies.find(
      (policy: { policy_name: string }) => policy.policy_name === 'known',
    ).rule_evaluations
    expect(resolutions).toMatchObject([
      { exception: { text: "artifact.name == 'proxy'", line: 6 } },
    ])

    await report.environment('unasked')
    await keep.attach('unasked', 'of-others')
    await report.run('unasked', { odd: 1 })
    expect(await summaryOf('unasked')).toMatchObject({
      state: true,
      qualifiers: { ...plain(), not_asked: 1 },
    })
  })

  it('is nothing where nothing runs: compliant, and not counted among what was asked', async () => {
    await report.environment('empty')
    await keep.attach('empty', 'known')
    await report.run('empty', { odd: 1 })
    await report.run('empty', {})
    expect(await summaryOf('empty')).toMatchObject({ state: true, qualifiers: plain(0) })
    const listed = async (standing: string) =>
      (await get(`/cairn/acme/environments?name=empty&standing=${standing}`)).data.length
    expect([await listed('compliant'), await listed('not_asked')]).toEqual([0, 1])
  })

  it('is nothing where nothing is expected of a trail and nothing came: each answer says so', async () => {
    await report.flow('lax')
    await report.begin('lax', 'empty')
    const ofEmpty = { ...noQualifiers, not_asked: 1 }
    const said = async () => {
      const [{ qualifiers }, lists, neighbours, flows, rows, found] = await Promise.all([
        get('/trails/acme/lax/empty'),
        Promise.all(['/trails/acme?flow=lax', '/cairn/acme/flows/lax/trails'].map(get)),
        get('/cairn/acme/flows/lax/trails/other/neighbours'),
        get('/cairn/acme/flows?name=lax'),
        get('/cairn/acme/flows/lax/matrix'),
        get('/cairn/acme/search?kind=trail&q=empty'),
      ])
      const rowOf = (list: { data: { name: string; nothing_expected: boolean }[] }) =>
        list.data.find(({ name }) => name === 'empty')?.nothing_expected
      const listed = [neighbours.next, flows.data[0].recent_trails[0]]
      return {
        qualifiers: [
          qualifiers,
          found.trails.matches[0].qualifiers,
          qualifiersOfListed(rows.data.find(({ name }: { name: string }) => name === 'empty')),
        ],
        nothing_expected: [
          ...lists.map(rowOf),
          ...listed.map((one: { nothing_expected: boolean }) => one.nothing_expected),
        ],
      }
    }
    await report.begin('lax', 'other')
    expect(await said()).toEqual({
      qualifiers: [ofEmpty, ofEmpty, ofEmpty],
      nothing_expected: [true, true, true, true],
    })
    await scan('lax', 'empty', true)
    expect(await said()).toEqual({
      qualifiers: [plain(), plain(), plain()],
      nothing_expected: [false, false, false, false],
    })
    const { text } = await app.call('GET', '/cairn/acme/exports/flows/lax/trails')
    const [head = '', ...lines] = text.trim().split('\r\n')
    const at = head.split(',').indexOf('nothing_expected')
    expect(lines.map((line) => line.split(',')[at])).toEqual(['true', 'false'])
  })

  it('is nothing where nothing is expected of an artifact and nothing came: each answer says so', async () => {
    const fingerprint = fingerprintOf('bare:1')
    await report.build('bare', 'bare:1')
    const of = 'flow_name=bare'
    const said = async () => {
      const [listed, ofFlow, built, named, detail, found, asserted] = await Promise.all([
        get(`/artifacts/acme?${of}`),
        get('/cairn/acme/flows/bare/artifacts'),
        get('/cairn/acme/builds?start_ts=1&name=bare'),
        get('/cairn/acme/artifacts?name=bare'),
        get(`/cairn/acme/flows/bare/artifacts/${fingerprint}`),
        get('/cairn/acme/search?kind=artifact&q=bare'),
        get(`/asserts/acme/fingerprint/${fingerprint}?${of}`),
      ])
      const built1 = built.data.find((one: { flow_name: string }) => one.flow_name === 'bare')
      return [
        listed[0],
        ofFlow.data[0],
        built1,
        named.data[0],
        detail.artifact,
        detail.reports[0],
        found.artifacts.matches[0],
        asserted,
        asserted.flows[0].compliance_status,
      ].map(({ qualifiers }) => qualifiers)
    }
    const exported = async (list: string) => {
      const { text } = await app.call('GET', `/cairn/acme/exports/${list}`)
      const [head = '', ...lines] = text.split('\r\n')
      const row = lines.find((line) => line.includes('bare:1')) ?? ''
      return row.split(',')[head.split(',').indexOf('nothing_expected')]
    }
    const files = () => Promise.all(['flows/bare/artifacts', 'builds?start_ts=1'].map(exported))
    expect(await said()).toEqual(
      Array.from({ length: 9 }, () => ({ ...noQualifiers, not_asked: 1 })),
    )
    expect(await files()).toEqual(['true', 'true'])
    // Where another flow does ask, the answer says of how many it was not asked.
    await report.build('asking', 'bare:1')
    await scan('asking', 'run-bare-1', true)
    expect(await get(`/asserts/acme/fingerprint/${fingerprint}`)).toMatchObject({
      compliant: true,
      qualifiers: { ...noQualifiers, judged: 2, not_asked: 1 },
    })
    await scan('bare', 'run-bare-1', true)
    expect(await said()).toEqual(Array.from({ length: 9 }, () => plain()))
    expect(await files()).toEqual(['false', 'false'])
  })

  it('is counted once in a logical environment, however many members an override carries', async () => {
    await report.build('both-flow', 'twice:1')
    await scan('both-flow', 'run-twice-1', false)
    await report.override('both-flow', 'run-twice-1')
    for (const env of ['both-east', 'both-west']) {
      await report.environment(env)
      await keep.attach(env, 'scanned')
      await report.run(env, { 'twice:1': 1 })
    }
    const included_environments = ['both-east', 'both-west']
    await report.environment('both', 'logical', { included_environments })
    const { state, qualifiers, members } = await summaryOf('both')
    expect([state, qualifiers]).toEqual([true, { ...plain(2), overridden: 1 }])
    const own = { ...plain(), overridden: 1 }
    expect(members).toMatchObject([{ qualifiers: own }, { qualifiers: own }])
    const history = await historyOf('both')
    expect(history.snapshots[0]).toEqual({ ...plain(2), overridden: 1 })
    expect(history.exceptions).toEqual([{ from: expect.any(Number), to: null }])
    await scan('both-flow', 'run-twice-1', true)
    expect((await historyOf('both')).exceptions).toMatchObject([{ to: expect.any(Number) }])
  })
})

it('is counted by the overview as lists show it: each thing once, and each count its list', async () => {
  const { environments, running, running_by_environment } = await get('/cairn/acme/overview')
  expect(running.by_exception).toBeGreaterThan(0)
  expect(running.not_asked).toBeGreaterThan(0)
  for (const standing of standings) {
    const listed = await get(`/cairn/acme/environments?standing=${standing}&per_page=1`)
    expect([standing, listed.pagination.total]).toEqual([standing, environments[standing]])
    let count = 0
    for (const { environment_name: env, ...counts } of running_by_environment) {
      const { artifacts } = await get(
        `/cairn/acme/environments/${env}/running?standing=${standing}`,
      )
      expect([env, standing, artifacts.length]).toEqual([env, standing, counts[standing]])
      count += artifacts.length
    }
    expect(count).toBe(running[standing])
  }
})
