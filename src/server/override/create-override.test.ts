import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { customTypeClient } from '#server/testing/custom-types.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { attestationYaml, policyClient } from '#server/testing/policies.ts'
import { commit, commitInfo, fingerprintOf } from '#server/testing/reporter.ts'
import { countRows } from '#server/testing/rows.ts'

let app: TestApp
let report: ReturnType<typeof environmentReporter>
let now = 1_800_000_000
let run: string
let count = 0
beforeAll(async () => {
  app = await startTestApp({ clock: () => (now += 1) })
  report = environmentReporter(app)
  await report.flow('f')
  await report.flow('shop')
})
beforeEach(async () => {
  run = `run-${(count += 1)}`
  await report.begin('f', run)
})
afterAll(() => app.close())

const get = async (path: string) => (await app.call('GET', path, { key: 'reader' })).body
const item = async (id: string) => (await get(`/attestations/acme?attestation_id=${id}`)).data[0]
const failing = { attestation_name: 'scan', is_compliant: false }
const attest = async (payload: object = {}) =>
  (await report.generic('f', run, { ...failing, ...payload })).body as string
const override = async (payload: object = {}) => {
  const answer = await report.override('f', run, payload)
  expect([answer.status, typeof answer.body]).toEqual([201, 'string'])
  return answer.body as string
}
const stateOf = async () => (await report.trail('f', run)).compliance_status

describe('an override', () => {
  it('turns the trail, and keeps the report beside it', async () => {
    const id = await attest()
    expect(await stateOf()).toMatchObject({ status: 'NON-COMPLIANT' })
    const overriding = await override({ reason: 'False positive', description: 'Seen by Ada' })
    expect(await stateOf()).toMatchObject({
      status: 'COMPLIANT',
      attestations_statuses: [
        { attestation_id: overriding, overridden_attestation_id: id, is_compliant: true },
      ],
    })
    const [newest, original] = await get(`/attestations/acme/f/trail/${run}/scan`)
    expect(newest).toMatchObject({
      attestation_id: overriding,
      attestation_type: 'generic',
      is_override: true,
      is_compliant: true,
      reason: 'False positive',
      description: 'Seen by Ada',
      original_attestation_type: 'generic',
      new_compliance_status: true,
      overridden_attestation_id: id,
      reported_by: 'member',
    })
    expect(original).toMatchObject({
      attestation_id: id,
      is_override: false,
      is_compliant: true,
      reported_is_compliant: false,
      overridden_by: overriding,
    })
  })

  it('is an event with the new compliance, and flips the verdict of the trail', async () => {
    await attest()
    const id = await override()
    const { events } = await report.trail('f', run)
    expect(events.at(-1)).toMatchObject({
      type: 'trail_attestation_reported',
      attestation_id: id,
      is_compliant: true,
      is_override: true,
    })
    const flips = await get(`/cairn/acme/flows/f/trails/${run}/verdicts`)
    expect(flips.at(-1)).toMatchObject({ state: 'COMPLIANT' })
  })

  it('succeeds without a report of the name', async () => {
    const id = await override({ new_compliance_status: false, attestation_name: 'new' })
    expect(await item(id)).toMatchObject({ overridden_attestation_id: null, is_compliant: false })
    expect(await stateOf()).toMatchObject({ status: 'NON-COMPLIANT' })
  })

  it('with the current verdict, or of an override, succeeds', async () => {
    const id = await attest()
    await override({ new_compliance_status: false })
    const second = await override()
    const third = await override()
    expect(await item(third)).toMatchObject({ overridden_attestation_id: id })
    expect(await item(second)).toMatchObject({ is_compliant: true })
    expect(await item(id)).toMatchObject({
      is_compliant: true,
      reported_is_compliant: false,
      overridden_by: third,
    })
  })

  it('is superseded by a later report, and stays unchanged', async () => {
    const id = await attest()
    const overriding = await override()
    const later = await attest()
    expect(await stateOf()).toMatchObject({
      status: 'NON-COMPLIANT',
      attestations_statuses: [{ attestation_id: later, overridden_attestation_id: null }],
    })
    expect(await item(id)).toMatchObject({ overridden_by: overriding })
    expect(await item(later)).not.toHaveProperty('overridden_by')
  })

  it('made twice with one Idempotency-Key is one', async () => {
    const json = {
      attestation_name: 'scan',
      reason: 'Twice',
      new_compliance_status: true,
      original_attestation_type: 'generic',
    }
    const request = { json, headers: { 'idempotency-key': run } }
    const path = `/attestations/acme/f/trail/${run}/override`
    const answers = [await app.call('POST', path, request), await app.call('POST', path, request)]
    expect(answers[0]?.body).toBe(answers[1]?.body)
    expect(await get(`/attestations/acme/f/trail/${run}/scan`)).toHaveLength(1)
  })

  it('made concurrently many times stores each, and the newest counts', async () => {
    const id = await attest()
    const all = await Promise.all(
      [true, false, true, false].map((new_compliance_status) =>
        override({ new_compliance_status }),
      ),
    )
    const [newest] = all.sort().reverse()
    const { attestations_statuses } = await stateOf()
    expect(attestations_statuses[0].attestation_id).toBe(newest)
    expect(await item(id)).toMatchObject({ overridden_by: newest, reported_is_compliant: false })
  })
})

describe('the subject of an override', () => {
  const one = { artifact_fingerprint: fingerprintOf('one') }
  const other = { artifact_fingerprint: fingerprintOf('other') }
  const artifacts = async () => (await stateOf()).artifacts_statuses
  const build = (text: string, template_reference_name: string) =>
    report.artifact('f', {
      fingerprint: fingerprintOf(text),
      trail_name: run,
      template_reference_name,
    })
  beforeEach(async () => {
    await build('one', 'app')
    await build('other', 'web')
  })

  it('is one artifact, never another', async () => {
    const [first, second] = [await attest(one), await attest(other)]
    await attest()
    await override(one)
    expect(await artifacts()).toMatchObject({
      app: { attestations_statuses: [{ overridden_attestation_id: first, is_compliant: true }] },
      web: { attestations_statuses: [{ attestation_id: second, is_compliant: false }] },
    })
    expect((await stateOf()).attestations_statuses[0].is_compliant).toBe(false)
    expect(await item(second)).not.toHaveProperty('overridden_by')
  })

  it('includes evidence made in advance, by fingerprint or by name', async () => {
    const inAdvance = { target_artifacts: ['app'], git_commit_info: commitInfo }
    const id = await attest(inAdvance)
    await override(one)
    expect(await item(id)).toMatchObject({ is_compliant: true, reported_is_compliant: false })
    const back = await override({ ...inAdvance, new_compliance_status: false })
    expect(await item(id)).toMatchObject({ is_compliant: false, overridden_by: back })
    expect((await artifacts()).app.attestations_statuses).toMatchObject([{ attestation_id: back }])
  })

  it('can be a part of a report about several artifacts, which keeps its own verdict', async () => {
    const both = { target_artifacts: ['app', 'web'], git_commit_info: { ...commitInfo } }
    const id = await attest(both)
    const overriding = await override(one)
    expect(await item(overriding)).toMatchObject({ overridden_attestation_id: id })
    expect(await item(id)).not.toHaveProperty('overridden_by')
    expect(await artifacts()).toMatchObject({
      app: { status: 'COMPLIANT' },
      web: { status: 'NON-COMPLIANT' },
    })
  })
})

it('re-evaluates environments, with the override as the cause', async () => {
  const keep = policyClient(app)
  await report.environment('prod')
  await report.build('shop', 'shop:1')
  await report.run('prod', { 'shop:1': 1 })
  await keep.policy('scanned', attestationYaml('scan'))
  await keep.attach('prod', 'scanned')
  expect(await get('/environments/acme/prod')).toMatchObject({ state: false })
  const about = { artifact_fingerprint: fingerprintOf('shop:1') }
  const answer = await report.override('shop', 'run-shop-1', about)
  expect(answer.status).toBe(201)
  expect(await get('/environments/acme/prod')).toMatchObject({ state: true })
  const { environments } = await get('/cairn/acme/verdict_runs?environment=prod')
  expect(environments[0].runs.at(-1)).toMatchObject({
    state: true,
    cause: { kind: 'override', attestation_id: answer.body, by: 'member' },
  })
})

describe('of a custom type', () => {
  it('is found by name, by `custom` alone, and when archived', async () => {
    const types = customTypeClient(app)
    await types.create('checked', { rules: ['false'] })
    const { body: id } = await types.attest('checked', {}, {}, 'custom-run')
    await types.archive('checked')
    for (const original_attestation_type of ['custom', 'custom:checked']) {
      const payload = { attestation_name: 'check', original_attestation_type }
      const answer = await report.override('shop', 'custom-run', payload)
      expect(await item(answer.body)).toMatchObject({
        attestation_type: 'custom:checked',
        original_attestation_type,
        overridden_attestation_id: id,
      })
    }
    expect(await types.read(id)).toMatchObject({ is_compliant: true, reported_is_compliant: false })
  })

  it('that is unknown is refused with a message', async () => {
    const answer = await report.override('f', run, { original_attestation_type: 'custom:nothing' })
    const message = "Custom attestation type 'nothing' does not exist for org 'acme'"
    expect([answer.status, answer.body]).toEqual([404, { message }])
  })
})

describe('is refused, and nothing is stored', () => {
  const decision = 'A decision cannot be overridden'
  it.each([
    [{ attestation_name: undefined }, 'attestation_name', 'Field required'],
    [{ attestation_name: 'a b' }, 'attestation_name', 'String should match pattern'],
    [{ attestation_name: 'a.b' }, 'attestation_name', 'String should match pattern'],
    [{ reason: undefined }, 'reason', 'Field required'],
    [{ reason: '' }, 'reason', 'The reason must not be empty'],
    [{ reason: ' \n' }, 'reason', 'The reason must not be empty'],
    [{ reason: null }, 'reason', 'Input should be a valid string'],
    [{ new_compliance_status: undefined }, 'new_compliance_status', 'Field required'],
    [{ new_compliance_status: 'true' }, 'new_compliance_status', 'a valid boolean [input: true]'],
    [{ new_compliance_status: null }, 'new_compliance_status', 'Input should be a valid boolean'],
    [{ original_attestation_type: undefined }, 'original_attestation_type', 'Field required'],
    [{ original_attestation_type: 'xunit' }, 'original_attestation_type', "'snyk', 'pull_request'"],
    [{ original_attestation_type: 'custom:' }, 'original_attestation_type', 'custom:<type_name>'],
    [{ original_attestation_type: 'decision' }, 'original_attestation_type', decision],
    [{ original_attestation_type: 'system:decision' }, 'original_attestation_type', decision],
    [{ artifact_fingerprint: 'abc' }, 'artifact_fingerprint', 'String should match pattern'],
    [{ artifact_fingerprint: 'A'.repeat(64) }, 'artifact_fingerprint', 'should match pattern'],
    [{ target_artifacts: ['a b'] }, 'target_artifacts.0', 'String should match pattern'],
    [{ target_artifacts: 'app' }, 'target_artifacts', 'Input should be a valid list'],
    [{ origin_url: 'x'.repeat(2049) }, 'origin_url', 'should have at most 2048 characters'],
    [{ description: 1 }, 'description', 'Input should be a valid string'],
    [{ annotations: ['c'] }, 'annotations', 'Input should be a valid object'],
    [{ git_commit_info: { sha1: 'main' } }, 'git_commit_info.sha1', 'should match pattern'],
    [{ external_urls: 'b' }, 'external_urls', 'Input should be a valid object'],
  ])('with %j', async (fields, field, reason) => {
    const before = await countRows(app)
    const { status, body } = await report.override('f', run, fields)
    expect(status).toBe(400)
    expect(Object.entries(body.errors).join()).toContain(field)
    expect(Object.values(body.errors).join()).toContain(reason)
    expect(await countRows(app)).toEqual(before)
  })

  it.each([
    ['an unknown flow', 'nowhere', 'run', "Flow named 'nowhere' does not exist"],
    ['an unknown trail', 'f', 'never', "Trail with name 'never' does not exist"],
  ])('on %s', async (_what, flow, trail, message) => {
    const before = await countRows(app)
    const answer = await report.override(flow, trail)
    expect([answer.status, answer.body.message]).toEqual([404, expect.stringContaining(message)])
    expect(await countRows(app)).toEqual(before)
  })

  it('on an artifact that is not on the trail', async () => {
    const artifact_fingerprint = fingerprintOf('elsewhere')
    const { status, body } = await report.override('f', run, { artifact_fingerprint })
    expect([status, body.message]).toEqual([
      404,
      expect.stringContaining('does not exist in trail'),
    ])
  })

  it('for a target without fingerprint and commit', async () => {
    const { status, body } = await report.override('f', run, { target_artifacts: ['app'] })
    expect([status, body.message]).toEqual([400, expect.stringContaining('requires at least one')])
  })

  it('of a decision', async () => {
    await report.decision('f', run)
    const { status, body } = await report.override('f', run, { attestation_name: 'approval' })
    expect(status).toBe(400)
    expect(body.errors.original_attestation_type).toContain("'approval' is a decision")
  })

  it('as a reader', async () => {
    expect((await report.override('f', run, {}, 'reader')).status).toBe(403)
  })
})

it('stores every field as sent', async () => {
  const fields = {
    origin_url: 'https://tickets.example.com/7',
    external_urls: { ticket: { href: 'https://tickets.example.com/7' } },
    annotations: { control: 'watched' },
    user_data: { a: [1, null] },
    git_commit_info: { ...commitInfo, sha1: commit },
  }
  expect(await item(await override(fields))).toMatchObject(fields)
})
