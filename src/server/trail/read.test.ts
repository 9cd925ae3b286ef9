import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { commit, commitInfo, fingerprintOf, reporter } from '#server/testing/reporter.ts'

let app: TestApp
let report: ReturnType<typeof reporter>
let now = 1_800_000_000
beforeAll(async () => {
  app = await startTestApp({ clock: () => (now += 1) })
  report = reporter(app)
  await report.flow('boiler', template)
})
afterAll(() => app.close())

const template = `version: 1
trail:
  attestations:
    - {name: review, type: generic}
    - {name: tests, type: junit}
  artifacts:
    - name: boiler
      attestations:
        - {name: scan, type: generic}
    - name: pump
`
const fingerprint = fingerprintOf('boiler')
const missing = (attestation_name: string, attestation_type: string) => ({
  attestation_name,
  attestation_type,
  attestation_id: null,
  overridden_attestation_id: null,
  status: 'MISSING',
  is_compliant: null,
  unexpected: false,
})
const complete = (entry: object, is_compliant = true, unexpected = false) => ({
  ...entry,
  attestation_id: expect.stringMatching(/^[0-9a-f-]{32}$/),
  status: 'COMPLETE',
  is_compliant,
  unexpected,
})
const eventsOf = async (name: string) => (await report.trail('boiler', name)).events

describe('the status of a trail', () => {
  it('lists what is missing in template order', async () => {
    await report.begin('boiler', 'fresh')
    const { compliance_status, compliance_state } = await report.trail('boiler', 'fresh')
    const slot = {
      artifact_fingerprint: null,
      artifact_id: null,
      status: 'MISSING',
      is_compliant: false,
      unexpected: false,
      evaluated_at: compliance_status.evaluated_at,
      flow_template_id: compliance_status.flow_template_id,
    }
    expect(compliance_state).toBe('INCOMPLETE')
    expect(compliance_status).toEqual({
      status: 'INCOMPLETE',
      is_compliant: false,
      attestations_statuses: [missing('review', 'generic'), missing('tests', 'junit')],
      artifacts_statuses: {
        boiler: { ...slot, attestations_statuses: [missing('scan', 'generic')] },
        pump: { ...slot, attestations_statuses: [] },
      },
      evaluated_at: expect.any(Number),
      flow_template_id: expect.any(String),
    })
  })

  it('follows reports until it is compliant, and fails with the newest one', async () => {
    const run = 'climb'
    const state = async () => (await report.trail('boiler', run)).compliance_state
    await report.begin('boiler', run)
    await report.generic('boiler', run, { attestation_name: 'review' })
    await report.junit('boiler', run, { attestation_name: 'tests' })
    await report.artifact('boiler', { trail_name: run })
    expect(await state()).toBe('INCOMPLETE')
    const scan = { attestation_name: 'scan', artifact_fingerprint: fingerprint }
    await report.generic('boiler', run, { ...scan, is_compliant: false })
    expect(await state()).toBe('NON-COMPLIANT')
    await report.generic('boiler', run, scan)
    const pump = { template_reference_name: 'pump', fingerprint: fingerprintOf('pump') }
    await report.artifact('boiler', { trail_name: run, ...pump })
    expect(await state()).toBe('COMPLIANT')
    const { compliance_status } = await report.trail('boiler', run)
    expect(compliance_status.attestations_statuses).toEqual([
      complete(missing('review', 'generic')),
      complete(missing('tests', 'junit')),
    ])
    expect(compliance_status.artifacts_statuses.boiler).toMatchObject({
      artifact_fingerprint: fingerprint,
      status: 'COMPLIANT',
      is_compliant: true,
      attestations_statuses: [complete(missing('scan', 'generic'))],
    })
    const extra = { attestation_name: 'extra', is_compliant: false }
    await report.generic('boiler', run, extra)
    const fallen = await report.trail('boiler', run)
    expect(fallen.compliance_state).toBe('NON-COMPLIANT')
    expect(fallen.compliance_status.attestations_statuses[2]).toEqual(
      complete(missing('extra', 'generic'), false, true),
    )
    expect(fallen.compliance_status.evaluated_at).toBe(fallen.events.at(-1).timestamp)
  })

  it('leaves a slot missing when the type does not fit', async () => {
    await report.generic('boiler', 'unfit', { attestation_name: 'tests' })
    const { compliance_status } = await report.trail('boiler', 'unfit')
    expect(compliance_status.attestations_statuses).toEqual([
      missing('review', 'generic'),
      missing('tests', 'junit'),
      complete(missing('tests', 'generic'), true, true),
    ])
  })

  it('shows names that are special in JavaScript', async () => {
    const names = ['__proto__', 'constructor', 'toString']
    for (const name of names) {
      await report.artifact('odd', {
        template_reference_name: name,
        fingerprint: fingerprintOf(name),
      })
      const on = { artifact_fingerprint: fingerprintOf(name) }
      expect((await report.generic('odd', 'run-1', { attestation_name: name, ...on })).status).toBe(
        201,
      )
    }
    const { text } = await app.call('GET', '/trails/acme/odd/run-1')
    for (const name of names) expect(text).toContain(`"${name}":{"artifact_fingerprint"`)
  })
})

describe('an attestation before its artifact', () => {
  it('is complete in the status of an artifact that is missing', async () => {
    await report.begin('boiler', 'ahead', { git_commit_info: commitInfo })
    const target = { target_artifacts: ['boiler'], git_commit_info: commitInfo }
    await report.generic('boiler', 'ahead', { attestation_name: 'scan', ...target })
    const { compliance_status } = await report.trail('boiler', 'ahead')
    expect(compliance_status.artifacts_statuses.boiler).toMatchObject({
      status: 'MISSING',
      attestations_statuses: [complete(missing('scan', 'generic'))],
    })
  })
})

describe('the events of a trail', () => {
  it('are one for each report, oldest first, in the shapes of their types', async () => {
    const run = 'events'
    const target = { target_artifacts: ['boiler'], git_commit_info: commitInfo }
    await report.begin('boiler', run, { git_commit_info: commitInfo })
    const attested = [
      await report.generic('boiler', run, { attestation_name: 'review', is_compliant: false }),
      await report.generic('boiler', run, { attestation_name: 'scan', ...target }),
    ]
    await report.artifact('boiler', { trail_name: run })
    const on = { artifact_fingerprint: fingerprint }
    attested.push(await report.junit('boiler', run, { attestation_name: 'unit', ...on }))
    const trail = await report.trail('boiler', run)
    const common = {
      org_id: expect.any(String),
      flow_id: expect.any(String),
      trail_id: trail.id,
      timestamp: expect.any(Number),
      repo_info: null,
    }
    const ids = attested.map(({ body }) => body)
    expect(trail.events.slice(1)).toEqual([
      {
        ...common,
        type: 'trail_attestation_reported',
        attestation_type: 'generic',
        is_compliant: false,
        attestation_id: ids[0],
        template_reference_name: 'review',
        git_commit_info: null,
      },
      {
        ...common,
        type: 'trail_attestation_for_artifact_reported',
        attestation_type: 'generic',
        is_compliant: true,
        attestation_id: ids[1],
        template_reference_name: 'scan',
        target_artifact: 'boiler',
        git_commit_info: commitInfo,
      },
      {
        ...common,
        type: 'artifact_creation_reported',
        artifact_fingerprint: fingerprint,
        artifact_name: 'boiler:1.0',
        artifact_id: trail.compliance_status.artifacts_statuses.boiler.artifact_id,
        template_reference_name: 'boiler',
        git_commit: commit,
        git_commit_info: commitInfo,
      },
      {
        ...common,
        type: 'artifact_attestation_reported',
        attestation_type: 'junit',
        is_compliant: true,
        attestation_id: ids[2],
        template_reference_name: 'unit',
        artifact_fingerprint: fingerprint,
        artifact_name: 'boiler:1.0',
        target_artifact: 'boiler',
        git_commit_info: null,
      },
    ])
    const times = trail.events.map((event: { timestamp: number }) => event.timestamp)
    expect(times).toEqual([...times].sort((a, b) => a - b))
    expect(trail.last_modified_at).toBe(times.at(-1))
    expect(trail.events[0].git_commit_info).toEqual(commitInfo)
  })

  it('tell where its artifacts started and stopped running since they were reported', async () => {
    const env = environmentReporter(app)
    const run = 'running'
    await env.environment('early')
    await env.environment('prod')
    await env.run('early', { kettle: 1 })
    await report.begin('boiler', run)
    await report.artifact('boiler', { trail_name: run, fingerprint: fingerprintOf('kettle') })
    const events = await eventsOf(run)
    await env.run('prod', { kettle: 3 })
    await env.run('prod', {})
    await env.run('early', {})
    const { id } = await report.trail('boiler', run)
    const common = {
      org_id: events[0].org_id,
      flow_id: events[0].flow_id,
      trail_id: id,
      timestamp: expect.any(Number),
      artifact_fingerprint: fingerprintOf('kettle'),
      template_reference_name: 'boiler',
      environment_id: expect.stringMatching(/^[0-9a-f-]{32}$/),
    }
    const prod = { ...common, environment_name: 'prod' }
    const after = await eventsOf(run)
    expect(after).toEqual([
      ...events,
      { ...prod, type: 'artifact_started_running', snapshot_index: 1, replica_number: 3 },
      { ...prod, type: 'artifact_stopped_running', snapshot_index: 2 },
      { ...common, type: 'artifact_stopped_running', environment_name: 'early', snapshot_index: 2 },
    ])
    const times = after.map((event: { timestamp: number }) => event.timestamp)
    expect(times).toEqual([...times].sort((a, b) => a - b))
  })

  it('name the artifact of a template name and commit once it is there, also for overrides', async () => {
    const run = 'later'
    const info = { git_commit_info: commitInfo }
    const target = { attestation_name: 'scan', target_artifacts: ['boiler', 'pump'], ...info }
    const other = { ...target, git_commit_info: { ...commitInfo, sha1: 'e'.repeat(40) } }
    await report.begin('boiler', run)
    await report.artifact('boiler', { trail_name: run })
    await report.generic('boiler', run, target)
    await report.generic('boiler', run, { ...other, target_artifacts: ['boiler'] })
    const override = { reason: 'r', new_compliance_status: false }
    const { status } = await app.call('POST', `/attestations/acme/boiler/trail/${run}/override`, {
      json: { ...target, ...override, original_attestation_type: 'generic' },
    })
    expect(status).toBe(201)
    const inAdvance = 'trail_attestation_for_artifact_reported'
    const named = {
      type: 'artifact_attestation_reported',
      artifact_fingerprint: fingerprint,
      artifact_name: 'boiler:1.0',
      target_artifact: 'boiler',
    }
    expect((await eventsOf(run)).slice(2)).toMatchObject([
      named,
      { type: inAdvance, target_artifact: 'pump' },
      { type: inAdvance, target_artifact: 'boiler' },
      { ...named, is_override: true },
      { type: inAdvance, target_artifact: 'pump', is_override: true },
    ])
    const { text } = await app.call('GET', `/artifacts/acme/boiler/fingerprint/${fingerprint}`)
    expect(text.match(/"scan attestation/g)).toHaveLength(2)
  })

  it('keep their order when the clock stands still or goes back', async () => {
    await report.begin('boiler', 'clock')
    now -= 1000
    for (const name of ['one', 'two', 'three']) {
      now -= 10
      await report.generic('boiler', 'clock', { attestation_name: name })
    }
    now += 2000
    const names = (await eventsOf('clock')).slice(1)
    expect(
      names.map((event: { template_reference_name: string }) => event.template_reference_name),
    ).toEqual(['one', 'two', 'three'])
    const times = (await eventsOf('clock')).map((event: { timestamp: number }) => event.timestamp)
    expect(new Set(times).size).toBe(4)
  })
})

describe('a list of trails', () => {
  let other: TestApp
  const list = async (query: string) =>
    (await other.call('GET', `/trails/acme?${query}`, { key: 'reader' })).body
  const names = async (query: string) =>
    (await list(query)).data.map((trail: { name: string }) => trail.name)

  beforeAll(async () => {
    other = await startTestApp({ clock: () => (now += 1) })
    const client = reporter(other)
    for (const flow of ['one', 'two']) await client.flow(flow)
    await client.begin('one', 'a', { description: 'first', git_commit_info: commitInfo })
    await client.begin('two', 'b')
    await client.begin('one', 'c')
    await client.artifact('two', { trail_name: 'b' })
    await other.query(`update flow set tags = '{"team": "heat=1"}' where name = 'two'`)
  })
  afterAll(() => other.close())

  it('is paged, newest first', async () => {
    const { data, pagination } = await list('')
    expect(pagination).toEqual({ total: 3, page: 1, per_page: 20, page_count: 1 })
    expect(data.map((trail: { name: string }) => trail.name)).toEqual(['c', 'b', 'a'])
    expect(data[2]).toEqual({
      id: expect.any(String),
      name: 'a',
      description: 'first',
      flow_name: 'one',
      flow_archived: false,
      compliance_state: 'COMPLIANT',
      is_compliant: true,
      override_count: 0,
      expired: [],
      nothing_expected: true,
      git_commit_info: commitInfo,
      created_at: expect.any(Number),
      last_modified_at: expect.any(Number),
      created_by: 'member',
      html_url: 'http://localhost:8080/acme/flows/one/trails/a',
    })
    expect((await list('per_page=2&page=2')).pagination.page_count).toBe(2)
  })

  it.each([
    ['flow=one', ['c', 'a']],
    ['flow=one&flow=two', ['c', 'b', 'a']],
    ['flow=two&flow=unknown', ['b']],
    ['flow=unknown', []],
    [`fingerprint=${fingerprintOf('other')}&fingerprint=${fingerprint}`, ['b']],
    ['flow_tag=team=cold&flow_tag=team=heat=1', ['b']],
    [`fingerprint=${fingerprint}`, ['b']],
    [`fingerprint=${fingerprintOf('other')}`, []],
    ['fingerprint=abc', []],
    ['flow_tag=team=heat=1', ['b']],
    ['flow_tag=team=cold', []],
    ['flow_tag=unknown=x', []],
    ['flow=one&flow_tag=team=heat=1', []],
    ['per_page=1&page=2', ['b']],
  ])('%s', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
  })

  it('of a flow shows present and expected slots', async () => {
    await reporter(other).flow('three', template)
    await reporter(other).begin('three', 'x', { git_commit_info: commitInfo })
    await reporter(other).generic('three', 'x', { attestation_name: 'review' })
    const path = '/cairn/acme/flows/three/trails'
    const { body } = await other.call('GET', `${path}?author=ada&verdict=INCOMPLETE&name=X`)
    expect(body.data).toHaveLength(1)
    expect(body.data[0]).toMatchObject({ artifact_count: 0, present_count: 1, expected_count: 3 })
    for (const query of ['author=bob', 'verdict=COMPLIANT', 'to_timestamp=1', 'name=y']) {
      expect((await other.call('GET', `${path}?${query}`)).body.data).toEqual([])
    }
    const unknown = await other.call('GET', '/cairn/acme/flows/unknown/trails')
    expect(unknown.body.message).toBe("Flow named 'unknown' does not exist for organization 'acme'")
  })
})

it('an unknown flow or trail is 404', async () => {
  const flow = await app.call('GET', '/trails/acme/unknown/run')
  const noFlow = { message: "Flow named 'unknown' does not exist for organization 'acme'" }
  expect([flow.status, flow.body]).toEqual([404, noFlow])
  const trail = await app.call('GET', '/trails/acme/boiler/unknown')
  const message =
    "Trail with name 'unknown' does not exist for Organization 'acme' and Flow 'boiler'"
  expect([trail.status, trail.body]).toEqual([404, { message }])
})
