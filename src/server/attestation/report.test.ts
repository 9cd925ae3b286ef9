import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import {
  commit,
  commitInfo,
  fingerprintOf,
  junitResult,
  reporter,
} from '#server/testing/reporter.ts'
import { countRows } from '#server/testing/rows.ts'

let app: TestApp
let report: ReturnType<typeof reporter>
let now = 1_800_000_000
beforeAll(async () => {
  app = await startTestApp({ clock: () => (now += 1) })
  report = reporter(app)
  await report.flow('boiler')
})
afterAll(() => app.close())

const fingerprint = fingerprintOf('boiler')
const onArtifact = { artifact_fingerprint: fingerprint }
const inAdvance = { target_artifacts: ['boiler'], git_commit_info: commitInfo }
const artifactSlot = async (flow: string, trail = 'run-1', name = 'boiler') =>
  (await report.trail(flow, trail)).compliance_status.artifacts_statuses[name]

describe('a generic report', () => {
  it.each([
    [{}, true],
    [{ is_compliant: null }, true],
    [{ is_compliant: true }, true],
    [{ is_compliant: false }, false],
  ])('%j is compliant: %s', async (fields, expected) => {
    const name = { attestation_name: 'a' }
    const { status, body: id } = await report.generic('boiler', 'verdict', { ...name, ...fields })
    expect(status).toBe(201)
    const { body } = await app.call('GET', `/attestations/acme?attestation_id=${id}`)
    expect(body.data[0]).toMatchObject({ attestation_type: 'generic', is_compliant: expected })
  })
})

describe('a JUnit report', () => {
  it.each([
    ['no suite', [], false],
    ['a good suite', [junitResult], true],
    ['a failure', [{ ...junitResult, failures: 1 }], false],
    ['an error', [junitResult, { ...junitResult, errors: 1 }], false],
    ['only skipped tests', [{ ...junitResult, skipped: 3 }], true],
    ['no timestamp', [{ ...junitResult, timestamp: undefined }], true],
    ['a null timestamp', [{ ...junitResult, timestamp: null }], true],
  ])('with %s is compliant: %s', async (_name, junit_results, expected) => {
    const payload = { attestation_name: 'a', junit_results }
    const { status, body: id } = await report.junit('boiler', 'junit', payload)
    expect(status).toBe(201)
    const { body } = await app.call('GET', `/attestations/acme?attestation_id=${id}`)
    expect(body.data[0]).toMatchObject({ attestation_type: 'junit', is_compliant: expected })
    expect(body.data[0].junit_results).toEqual(JSON.parse(JSON.stringify(junit_results)))
  })

  it.each(['name', 'failures', 'errors', 'skipped', 'total', 'duration'])(
    'wants %s in every result',
    async (field) => {
      const { [field]: _, ...result } = junitResult as Record<string, unknown>
      const payload = { attestation_name: 'a', junit_results: [junitResult, result] }
      const answer = await report.junit('boiler', 'junit', payload)
      expect(answer.body.errors).toEqual({ [`junit_results.1.${field}`]: 'Field required' })
    },
  )

  it.each([
    ['failures', -1, 'Input should be greater than or equal to 0 [input: -1]'],
    ['total', 1.5, 'Input should be a valid integer [input: 1.5]'],
    ['errors', '0', 'Input should be a valid number [input: 0]'],
    ['duration', '1', 'Input should be a valid number [input: 1]'],
    ['timestamp', '2026-01-01', 'Input should be a valid number [input: 2026-01-01]'],
  ])('refuses %s = %j', async (field, value, reason) => {
    const junit_results = [{ ...junitResult, [field]: value }]
    const answer = await report.junit('boiler', 'junit', { attestation_name: 'a', junit_results })
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual({ [`junit_results.0.${field}`]: reason })
  })
})

describe('a report creates', () => {
  it('an unknown trail, and an unknown flow with the empty template', async () => {
    expect((await report.generic('new', 'run', { attestation_name: 'a' })).status).toBe(201)
    const trail = await report.trail('new', 'run')
    expect(trail).toMatchObject({ compliance_state: 'COMPLIANT', created_by: 'member' })
    expect(trail.template.content).toBe('version: 1\n')
    expect(trail.events.map((event: { type: string }) => event.type)).toEqual([
      'trail_reported',
      'trail_attestation_reported',
    ])
    expect(trail.compliance_status.attestations_statuses[0].unexpected).toBe(true)
  })

  it('nothing when it is refused', async () => {
    const before = await countRows(app)
    const bad = await report.generic('refused', 'run', { attestation_name: 'a b' })
    expect(bad.status).toBe(400)
    const json = { raw: { type: 'application/json', content: '{"attestation_name":"a"}' } }
    const path = '/attestations/acme/refused/trail/run/generic'
    expect((await app.call('POST', path, json)).status).toBe(400)
    expect(await countRows(app)).toEqual(before)
  })
})

describe('with a fingerprint', () => {
  it('is about the artifact', async () => {
    await report.artifact('scope')
    await report.generic('scope', 'run-1', { attestation_name: 'scan', ...onArtifact })
    const trail = await report.trail('scope', 'run-1')
    expect(trail.compliance_status.attestations_statuses).toEqual([])
    const slot = trail.compliance_status.artifacts_statuses.boiler
    expect(slot.attestations_statuses).toMatchObject([{ attestation_name: 'scan' }])
  })

  it('of an artifact that is not on the trail is 404, and nothing is created', async () => {
    await report.artifact('there')
    const before = await countRows(app)
    for (const [flow, trail] of [
      ['nowhere', 'run'],
      ['boiler', 'never-begun'],
      ['there', 'run-2'],
    ] as const) {
      const payload = { attestation_name: 'a', ...onArtifact, target_artifacts: ['boiler'] }
      const file = { name: 'e.txt', content: 'evidence' }
      const answer = await report.generic(flow, trail, payload, file)
      const message = `Artifact with fingerprint ${fingerprint} does not exist in trail "${trail}" of flow "${flow}" belonging to organization "acme"`
      expect([answer.status, answer.body]).toEqual([404, { message }])
    }
    expect(await countRows(app)).toEqual(before)
    expect((await app.call('GET', '/flows/acme/nowhere')).status).toBe(404)
  })

  it('wins over target artifacts', async () => {
    await report.artifact('both')
    const payload = { attestation_name: 'scan', ...onArtifact, target_artifacts: ['other'] }
    await report.generic('both', 'run-1', payload)
    expect((await artifactSlot('both')).attestations_statuses).toHaveLength(1)
    expect(await artifactSlot('both', 'run-1', 'other')).toBeUndefined()
  })
})

describe('with target artifacts', () => {
  it('counts for the artifact in either order', async () => {
    const scan = { attestation_name: 'scan', ...inAdvance }
    await report.generic('early', 'run-1', scan)
    expect(await artifactSlot('early')).toMatchObject({ status: 'MISSING', artifact_id: null })
    await report.artifact('early')
    await report.artifact('late')
    await report.generic('late', 'run-1', scan)
    for (const flow of ['early', 'late']) {
      const slot = await artifactSlot(flow)
      expect(slot.artifact_fingerprint).toBe(fingerprint)
      expect(slot.attestations_statuses).toMatchObject([{ attestation_name: 'scan' }])
    }
  })

  it('counts for every artifact of the name and commit', async () => {
    await report.generic('every', 'run-1', { attestation_name: 'scan', ...inAdvance })
    for (const name of ['one', 'two']) {
      await report.artifact('every', { fingerprint: fingerprintOf(name) })
      const { body } = await app.call(
        'GET',
        `/attestations/acme/every/artifact/${fingerprintOf(name)}/scan`,
      )
      expect(body).toHaveLength(1)
    }
  })

  it('does not count for another commit or name', async () => {
    const other = { ...commitInfo, sha1: '0'.repeat(40) }
    await report.generic('others', 'run-1', {
      attestation_name: 'scan',
      ...inAdvance,
      git_commit_info: other,
    })
    await report.generic('others', 'run-1', {
      attestation_name: 'scan',
      ...inAdvance,
      target_artifacts: ['pump'],
    })
    await report.artifact('others')
    expect((await artifactSlot('others')).attestations_statuses).toEqual([])
    const path = `/attestations/acme/others/artifact/${fingerprint}/scan`
    expect((await app.call('GET', path)).body).toEqual([])
  })

  it('accepts several names, each once', async () => {
    const target_artifacts = ['boiler', 'pump', 'boiler']
    await report.generic('several', 'run-1', {
      attestation_name: 'scan',
      ...inAdvance,
      target_artifacts,
    })
    const { events } = await report.trail('several', 'run-1')
    const targets = events
      .slice(1)
      .map((event: { target_artifact: string }) => event.target_artifact)
    expect(targets).toEqual(['boiler', 'pump'])
    const { body } = await app.call('GET', '/attestations/acme/several/trail/run-1/scan')
    expect(body[0].target_artifacts).toEqual(target_artifacts)
  })

  it.each([
    ['no commit', {}],
    ['a null commit', { git_commit_info: null }],
    ['an empty commit', { git_commit_info: { ...commitInfo, sha1: '' } }],
    ['a null fingerprint', { artifact_fingerprint: null }],
  ])('and %s is refused', async (_name, fields) => {
    const before = await countRows(app)
    const payload = { attestation_name: 'scan', target_artifacts: ['boiler'], ...fields }
    const answer = await report.generic('no-commit', 'run', payload)
    const message =
      "Attestation 'scan' requires at least one of: artifact_fingerprint or git_commit_info."
    expect([answer.status, answer.body]).toEqual([400, { message }])
    expect(await countRows(app)).toEqual(before)
  })

  it('refuses more of them than a build has', async () => {
    const target_artifacts = Array.from({ length: 101 }, (_, n) => `a${n}`)
    const payload = { attestation_name: 'scan', ...inAdvance, target_artifacts }
    const answer = await report.generic('no-commit', 'run', payload)
    expect(answer.status).toBe(400)
    expect(answer.body.errors.target_artifacts).toContain('List should have at most 100 items')
  })

  it('without any is about the trail', async () => {
    for (const target_artifacts of [[], null]) {
      await report.generic('none', 'run', { attestation_name: 'a', target_artifacts })
    }
    const { body } = await app.call('GET', '/attestations/acme/none/trail/run/a')
    expect(body).toHaveLength(2)
    expect((await report.trail('none', 'run')).events[1].type).toBe('trail_attestation_reported')
  })
})

it('appends: a repeat is one more attestation, and the newest counts', async () => {
  const flags = [true, false, true]
  for (const is_compliant of flags) {
    await report.generic('repeat', 'run', { attestation_name: 'a', is_compliant })
  }
  const { body } = await app.call('GET', '/attestations/acme/repeat/trail/run/a')
  expect(body.map((item: { is_compliant: boolean }) => item.is_compliant)).toEqual(flags)
  const { compliance_status } = await report.trail('repeat', 'run')
  expect(compliance_status.attestations_statuses).toHaveLength(1)
  expect(compliance_status.attestations_statuses[0].attestation_id).toBe(body[0].attestation_id)
})

it('logs each accepted write, with its content and its author', async () => {
  await report.generic('recorded', 'run', { attestation_name: 'a', user_data: { b: 1, a: 2 } })
  const records = await app.query<{ kind: string; body: string; actor: string; key_id: string }>(
    "select * from record where subject->>'flow_name' = 'recorded' order by id",
  )
  expect(records.map(({ kind }) => kind)).toEqual([
    'flow_created',
    'trail_begun',
    'attestation_reported',
  ])
  expect(records[2]?.actor).toBe('member')
  expect(app.keys.member).toContain(records[2]?.key_id)
  expect(records[2]?.body).toContain('"user_data":{"a":2,"b":1}')
  expect(records[2]?.body).not.toContain(commit)
})
