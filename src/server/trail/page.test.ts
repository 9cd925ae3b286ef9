import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
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
  attestations: [{name: review, type: generic}]
  artifacts: [{name: boiler, attestations: [{name: unit, type: junit}]}]
`
const fingerprint = fingerprintOf('boiler')
const of = (flow: string, trail: string, what: string) =>
  app.call('GET', `/cairn/acme/flows/${flow}/trails/${trail}/${what}`, { key: 'reader' })

describe('the verdicts of a trail', () => {
  it('are its flips, oldest first, each with the event that caused it', async () => {
    const run = 'flips'
    const review = { attestation_name: 'review' }
    await report.begin('boiler', run)
    await report.artifact('boiler', { trail_name: run })
    const { body: failed } = await report.generic('boiler', run, { ...review, is_compliant: false })
    await report.generic('boiler', run, { ...review, is_compliant: false })
    const { body: passed } = await report.generic('boiler', run, review)
    const unit = { attestation_name: 'unit', artifact_fingerprint: fingerprint }
    const { body: tested } = await report.junit('boiler', run, unit)
    const admin = reporter({
      call: (method, path, sent) => app.call(method, path, { key: 'admin', ...sent }),
    })
    await admin.begin('boiler', run, {}, template.replace('review', 'ticket'))

    const { body: flips } = await of('boiler', run, 'verdicts')
    const nothing = {
      artifact_name: null,
      artifact_fingerprint: null,
      changes: [],
      is_override: false,
      override_end: null,
      approved_by: null,
      by: 'member',
    }
    const attested = { ...nothing, type: 'trail_attestation_reported', attestation_name: 'review' }
    expect(flips.map(({ cause }: { cause: object }) => cause)).toEqual([
      {
        ...nothing,
        type: 'trail_reported',
        attestation_id: null,
        attestation_name: null,
        is_compliant: null,
      },
      { ...attested, attestation_id: failed, is_compliant: false },
      { ...attested, attestation_id: passed, is_compliant: true },
      {
        type: 'artifact_attestation_reported',
        attestation_id: tested,
        attestation_name: 'unit',
        is_compliant: true,
        artifact_name: 'boiler',
        artifact_fingerprint: fingerprint,
        changes: [],
        is_override: false,
        override_end: null,
        approved_by: null,
        by: 'member',
      },
      {
        ...nothing,
        type: 'trail_updated',
        attestation_id: null,
        attestation_name: null,
        is_compliant: null,
        changes: ['template'],
        is_override: false,
        override_end: null,
        approved_by: null,
        by: 'admin',
      },
    ])
    expect(flips.map(({ state }: { state: string }) => state)).toEqual([
      'INCOMPLETE',
      'NON-COMPLIANT',
      'INCOMPLETE',
      'COMPLIANT',
      'INCOMPLETE',
    ])
    const trail = await report.trail('boiler', run)
    expect(flips.at(-1).state).toBe(trail.compliance_state)
    expect(trail.flow_template_version).toBeNull()
    const times = flips.map(({ at }: { at: number }) => at)
    expect(times).toEqual([...times].sort((a: number, b: number) => a - b))
  })

  it('are 404 for unknown trails', async () => {
    expect((await of('boiler', 'absent', 'verdicts')).status).toBe(404)
    expect((await of('absent', 'absent', 'verdicts')).status).toBe(404)
  })
})

describe('the artifacts of a trail', () => {
  it('are in the order of their report, with where they were built', async () => {
    await report.begin('boiler', 'built', { repo_info: { name: 'acme/boiler' } })
    const second = { fingerprint: fingerprintOf('second'), template_reference_name: null }
    await report.artifact('boiler', { trail_name: 'built' })
    await report.artifact('boiler', { trail_name: 'built', ...second })
    const { body } = await of('boiler', 'built', 'artifacts')
    expect(body).toMatchObject([
      {
        artifact_id: expect.any(String),
        template_reference_name: 'boiler',
        filename: 'boiler:1.0',
        fingerprint,
        git_commit: commit,
        git_commit_info: commitInfo,
        commit_url: commitInfo.url,
        build_url: 'https://ci.example.com/1',
      },
      { fingerprint: second.fingerprint, template_reference_name: null },
    ])
    const trail = await report.trail('boiler', 'built')
    expect(trail).toMatchObject({
      repo_info: { name: 'acme/boiler' },
      flow_template_version: 1,
    })
  })
})

describe('the neighbours of a trail', () => {
  const neighbours = async (trail: string, query = '') =>
    (await of('row', trail, `neighbours${query}`)).body
  const named = (name: string, compliance_state = 'COMPLIANT', override_count = 0) => ({
    name,
    compliance_state,
    override_count,
    expired: [],
    nothing_expected: compliance_state === 'COMPLIANT',
  })

  beforeAll(async () => {
    await report.flow('row')
    for (const name of ['one', 'two', 'three', 'four']) await report.begin('row', name)
    const failing = { attestation_name: 'any', is_compliant: false }
    for (const name of ['one', 'four']) await report.generic('row', name, failing)
  })

  it('are the newer and the older one in the flow', async () => {
    expect(await neighbours('two')).toEqual({
      previous: named('three'),
      next: named('one', 'NON-COMPLIANT'),
    })
    expect(await neighbours('one')).toEqual({ previous: named('two'), next: null })
    expect(await neighbours('four')).toEqual({ previous: null, next: named('three') })
  })

  it('match the filters of the list, also for a trail that does not', async () => {
    const query = '?verdict=NON-COMPLIANT'
    expect(await neighbours('one', query)).toEqual({
      previous: named('four', 'NON-COMPLIANT'),
      next: null,
    })
    expect(await neighbours('two', query)).toEqual({
      previous: named('four', 'NON-COMPLIANT'),
      next: named('one', 'NON-COMPLIANT'),
    })
    expect(await neighbours('two', '?name=nothing')).toEqual({ previous: null, next: null })
    expect((await of('row', 'two', 'neighbours?verdict=GREEN')).status).toBe(400)
  })

  it('keep their order when trails began at the same instant', async () => {
    await app.query(
      'update trail set created_at = 5 where name = any($1) and flow_id = (select id from flow where name = $2)',
      [['one', 'two', 'three', 'four'], 'row'],
    )
    const seen = ['four']
    for (;;) {
      const { next } = await neighbours(seen.at(-1) ?? '')
      if (!next) break
      seen.push(next.name)
    }
    expect(seen).toEqual(['four', 'three', 'two', 'one'])
  })
})

describe('the previous run of an attestation', () => {
  const before = async (trail: string, id: string) =>
    (await of('runs', trail, `attestations/${id}/previous`)).body.attestation

  it('is the last one of the same name, type and target, here or on an earlier trail', async () => {
    const on = { artifact_fingerprint: fingerprint, attestation_name: 'unit' }
    const ids: string[] = []
    for (const trail_name of ['first', 'second', 'third']) {
      await report.artifact('runs', { trail_name })
      await report.junit('runs', trail_name, { attestation_name: 'unit' })
      if (trail_name === 'second') continue
      ids.push((await report.junit('runs', trail_name, on)).body)
      await report.generic('runs', trail_name, on)
    }
    const [first = '', third = ''] = ids
    expect(await before('third', third)).toMatchObject({
      attestation_id: first,
      trail_name: 'first',
    })
    expect(await before('first', first)).toBeNull()
    expect((await of('runs', 'second', `attestations/${third}/previous`)).status).toBe(404)
    const { body: again } = await report.junit('runs', 'third', on)
    expect(await before('third', again)).toMatchObject({ attestation_id: third })
    expect(await before('third', third)).toMatchObject({ attestation_id: first })
  })

  it('is one on an artifact without a name in the template for another such artifact', async () => {
    const ids: string[] = []
    for (const trail_name of ['nameless', 'nameless-again']) {
      const built = {
        trail_name,
        template_reference_name: null,
        fingerprint: fingerprintOf(trail_name),
      }
      await report.artifact('runs', built)
      const on = { attestation_name: 'unit', artifact_fingerprint: built.fingerprint }
      ids.push((await report.junit('runs', trail_name, on)).body)
      await report.junit('runs', trail_name, { attestation_name: 'unit' })
    }
    const [first = '', again = ''] = ids
    expect(await before('nameless', first)).toBeNull()
    expect(await before('nameless-again', again)).toMatchObject({ attestation_id: first })
  })

  it('finds reports made before the artifact was built', async () => {
    const target = {
      attestation_name: 'scan',
      target_artifacts: ['boiler'],
      git_commit_info: commitInfo,
    }
    await report.begin('runs', 'early')
    const { body: early } = await report.junit('runs', 'early', target)
    await report.artifact('runs', { trail_name: 'late' })
    const on = { attestation_name: 'scan', artifact_fingerprint: fingerprint }
    const { body: late } = await report.junit('runs', 'late', on)
    expect(await before('late', late)).toMatchObject({ attestation_id: early })
  })
})
