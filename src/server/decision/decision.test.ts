import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { commitInfo, fingerprintOf, reporter } from '#server/testing/reporter.ts'
import { countRows } from '#server/testing/rows.ts'

let app: TestApp
let report: ReturnType<typeof reporter>
let now = 1_800_000_000
let run: string
let count = 0
beforeAll(async () => {
  app = await startTestApp({ clock: () => (now += 1) })
  report = reporter(app)
  await report.flow('f')
})
beforeEach(() => void (run = `run-${(count += 1)}`))
afterAll(() => app.close())

const get = async (path: string) => (await app.call('GET', path, { key: 'reader' })).body
const item = async (id: string) => (await get(`/attestations/acme?attestation_id=${id}`)).data[0]
const no = { attestation_data: { is_compliant: false } }

describe('a recorded decision', () => {
  it('has the version and name that its control had then', async () => {
    await report.control('V-1', 'First name')
    const first = await report.decision('f', run, { control: 'V-1' })
    expect([first.status, typeof first.body]).toEqual([201, 'string'])
    await app.call('PUT', '/controls/acme/V-1', { key: 'admin', json: { name: 'Second name' } })
    await app.call('POST', '/controls/acme/V-1/archive', { key: 'admin' })
    const third = await report.decision('f', run, { control: 'V-1', ...no })
    expect(await item(first.body)).toMatchObject({
      attestation_type: 'system:decision',
      is_compliant: true,
      type_name: 'decision',
      control: 'V-1',
      control_version: 1,
      control_name: 'First name',
      attestation_data: { is_compliant: true },
    })
    const expected = { is_compliant: false, control_version: 3, control_name: 'Second name' }
    expect(await item(third.body)).toMatchObject(expected)
  })

  it('about an unknown control is accepted, and belongs to it once it exists', async () => {
    const { status, body: id } = await report.decision('f', run, { control: 'LATER' })
    expect(status).toBe(201)
    const unknown = { control: 'LATER', control_version: null, control_name: null }
    expect(await item(id)).toMatchObject(unknown)
    await report.control('LATER')
    expect(await get(`/controls/acme/LATER/decisions/${id}`)).toMatchObject(unknown)
    expect((await get('/controls/acme/LATER/decisions')).decisions).toHaveLength(1)
  })

  it('keeps other decisions and its evidence', async () => {
    const attestation_data = { is_compliant: false, violations: ['Nobody reviewed it'] }
    const file = { name: 'report.json', content: '{}' }
    const { body: id } = await report.decision('f', run, { attestation_data }, file)
    expect(await item(id)).toMatchObject({ attestation_data, has_audit_package: true })
  })

  it.each([
    [
      { type_name: 'verdict' },
      'type_name',
      "Input should be 'decision' or 'sbom' [input: verdict]",
    ],
    [{ type_name: undefined }, 'type_name', 'Field required'],
    [{ control: undefined }, 'control', 'Field required'],
    [{ control: 'a b' }, 'control', 'String should match pattern'],
    [{ control: '.a' }, 'control', 'The first character must be a letter or a digit'],
    [{ attestation_data: undefined }, 'attestation_data', 'Field required'],
    [{ attestation_data: [] }, 'attestation_data', 'Input should be a valid object'],
    [{ attestation_data: {} }, 'attestation_data.is_compliant', 'Field required'],
    [
      { attestation_data: { is_compliant: 'yes' } },
      'attestation_data.is_compliant',
      'Input should be a valid boolean [input: yes]',
    ],
  ])('is refused with %j', async (fields, field, reason) => {
    const before = await countRows(app)
    const { status, body } = await report.decision('f', run, fields)
    expect(status).toBe(400)
    expect(body.errors[field]).toContain(reason)
    expect(await countRows(app)).toEqual(before)
  })
})

it('fills a slot for decisions, and no other', async () => {
  const template = `version: 1
trail:
  attestations: [{ name: approval, type: decision }, { name: tests, type: junit }]
`
  await report.flow('slots', template)
  await report.decision('slots', run)
  await report.decision('slots', run, { attestation_name: 'tests' })
  const { compliance_status } = await report.trail('slots', run)
  expect(compliance_status.attestations_statuses).toMatchObject([
    { attestation_name: 'approval', attestation_type: 'system:decision', status: 'COMPLETE' },
    { attestation_name: 'tests', attestation_type: 'junit', status: 'MISSING' },
    { attestation_name: 'tests', attestation_type: 'system:decision', unexpected: true },
  ])
  await report.decision('slots', run, no)
  expect((await report.trail('slots', run)).compliance_state).toBe('NON-COMPLIANT')
})

it('is in every list of attestations, found by its type', async () => {
  const { body: id } = await report.decision('listed', run)
  await report.generic('listed', run, { attestation_name: 'a' })
  const idsOf = (items: { attestation_id: string }[]) => items.map((one) => one.attestation_id)
  for (const type of ['decision', 'system:decision']) {
    const query = `attestation_type=${type}&flow_name=listed`
    expect(idsOf((await get(`/attestations/acme?${query}`)).data)).toEqual([id])
    const path = `/cairn/acme/exports/flows/listed/attestations?format=json&attestation_type=${type}`
    const { rows } = await get(path)
    expect(rows).toMatchObject([{ attestation_id: id, control: 'RCTL-1' }])
  }
  expect(idsOf(await get(`/attestations/acme/listed/trail/${run}/approval`))).toEqual([id])
  const { events } = await report.trail('listed', run)
  expect(events).toContainEqual(
    expect.objectContaining({ attestation_id: id, attestation_type: 'system:decision' }),
  )
})

describe('the newest decision about a control', () => {
  const newest = async (control: string) => {
    const rows = await app.query<{ scope: string; attestation_id: string }>(
      `select scope, attestation_id from current_decision
       join trail on trail.org_id = current_decision.org_id and trail.id = trail_id
       where trail.name = $1 and control = $2`,
      [run, control],
    )
    return Object.fromEntries(rows.map((row) => [row.scope, row.attestation_id]))
  }
  const idOf = async (payload: object) => (await report.decision('f', run, payload)).body as string

  it('counts whatever its name, in each scope separately', async () => {
    const fingerprint = fingerprintOf('boiler')
    await report.artifact('f', { trail_name: run })
    await idOf({ attestation_name: 'a', control: 'A' })
    const onTrail = await idOf({ attestation_name: 'b', control: 'A', ...no })
    // It replaces the current one of the name, and the one before is still the newest about its
    // control.
    await idOf({ attestation_name: 'b', control: 'B' })
    const onArtifact = await idOf({ control: 'A', artifact_fingerprint: fingerprint })
    const ahead = { target_artifacts: ['boiler'], git_commit_info: commitInfo }
    const inAdvance = await idOf({ control: 'A', ...ahead })
    expect(await newest('A')).toEqual({
      '': onTrail,
      [`artifact:${fingerprint}`]: onArtifact,
      [`target:boiler@${commitInfo.sha1}`]: inAdvance,
    })
  })
})
