import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { overrideClient } from '#server/testing/overrides.ts'
import { commitInfo, fingerprintOf } from '#server/testing/reporter.ts'

let app: TestApp
let report: ReturnType<typeof overrideClient>
let run = ''
let count = 0
beforeAll(async () => {
  app = await startTestApp()
  report = overrideClient(app)
  await report.flow('f')
})
afterAll(() => app.close())

const advance = { target_artifacts: ['boiler'], git_commit_info: commitInfo }
const on = (artifact: string) => ({ artifact_fingerprint: fingerprintOf(artifact) })

async function trail(...artifacts: string[]): Promise<void> {
  run = `run-${(count += 1)}`
  await report.begin('f', run)
  for (const one of artifacts) await artifact(one)
}
const artifact = (name: string, template_reference_name = 'boiler') =>
  report.artifact('f', {
    fingerprint: fingerprintOf(name),
    trail_name: run,
    template_reference_name,
  })
const attest = (about: object) =>
  report.generic('f', run, { attestation_name: 'scan', is_compliant: false, ...about })
const override = async (about: object) => (await report.override('f', run, about)).body as string
const states = async (...ids: string[]) =>
  Promise.all(ids.map(async (id) => (await report.registered(id)).override.state))

const end = (id: string) => report.post(`overrides/${id}/end`, { reason: 'No longer' })

describe('an override made in advance', () => {
  it('is replaced by a report on the only artifact that it is for', async () => {
    await trail()
    const id = await override(advance)
    await artifact('one')
    expect(await states(id)).toEqual(['active'])
    await attest(on('one'))
    expect(await states(id)).toEqual(['replaced'])
    const { data } = await report.get(`/cairn/acme/overrides?trail_name=${run}&state=active`)
    expect(data).toEqual([])
  })

  it('stays in effect while it counts for another artifact, and is again for one that comes', async () => {
    await trail('one', 'two')
    const id = await override(advance)
    await attest(on('one'))
    expect(await states(id)).toEqual(['active'])
    await attest(on('two'))
    expect(await states(id)).toEqual(['replaced'])
    await artifact('three')
    expect(await states(id)).toEqual(['active'])
  })

  it('is in effect again once a later override on the artifact has ended', async () => {
    await trail('one')
    const early = await override(advance)
    const late = await override(on('one'))
    expect(await states(early, late)).toEqual(['replaced', 'active'])
    expect((await end(late)).status).toBe(200)
    expect(await states(early)).toEqual(['active'])
  })
})

describe('the event of the end of an override', () => {
  const lastEvent = async () => (await report.get(`/trails/acme/f/${run}`)).events.at(-1)

  it('names no report made in advance where a newer one on the artifact counts', async () => {
    await trail('one')
    await attest(advance)
    const id = await override(advance)
    await attest(on('one'))
    await end(id)
    // An event that names the override itself says that nothing counts again by its end.
    expect(await lastEvent()).toMatchObject({ attestation_id: id, ended_override_id: id })
  })

  it('names the report made in advance that counts again on the artifact', async () => {
    await trail('one')
    await attest(on('one'))
    await attest(advance)
    const early = (await lastEvent()).attestation_id
    const id = await override(on('one'))
    await end(id)
    expect(await lastEvent()).toMatchObject({ attestation_id: early, ended_override_id: id })
  })
})

describe('an override on an artifact', () => {
  it('is replaced by a report for its name in the template', async () => {
    await trail('one')
    const id = await override(on('one'))
    await attest(advance)
    expect(await states(id)).toEqual(['replaced'])
  })

  it('stays in effect while the artifact has another name to which the report does not apply', async () => {
    await trail('one')
    await artifact('one', 'kettle')
    const id = await override(on('one'))
    await attest(advance)
    expect(await states(id)).toEqual(['active'])
  })

  it('is in effect again once a later override made in advance has ended', async () => {
    await trail('one')
    const early = await override(on('one'))
    const late = await override(advance)
    expect(await states(early, late)).toEqual(['replaced', 'active'])
    await end(late)
    expect(await states(early)).toEqual(['active'])
  })
})
