import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { fingerprintOf, reporter } from '#server/testing/reporter.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  const report = reporter(app)
  for (const name of ['relies', 'holds']) {
    await app.call('PUT', '/flows/acme', { key: 'admin', json: { name } })
    await report.begin(name, `${name}-1`)
    const artifact_fingerprint = fingerprintOf(name)
    const trail_name = `${name}-1`
    await report.artifact(name, { fingerprint: artifact_fingerprint, filename: name, trail_name })
    const scan = { attestation_name: 'scan', artifact_fingerprint }
    await report.generic(name, trail_name, { ...scan, is_compliant: name === 'holds' })
  }
  const artifact_fingerprint = fingerprintOf('relies')
  await report.override('relies', 'relies-1', { attestation_name: 'scan', artifact_fingerprint })
})
afterAll(() => app.close())

const stateOf = (overridden: number) => ({
  state: 'COMPLIANT',
  qualifiers: { judged: 1, overridden, allow_listed: 0, exempt: 0, not_asked: 0 },
})

it.each([
  ['relies', 1],
  ['holds', 0],
])('says how many overrides carry what is found: %s, %i', async (name, overridden) => {
  const asked = `flow=${name}&trail=${name}/${name}-1&artifact=${name}/${fingerprintOf(name)}`
  const found = await app.call('GET', `/cairn/acme/search?q=${name}`, { key: 'reader' })
  const known = await app.call('GET', `/cairn/acme/search/records?${asked}`, { key: 'reader' })
  for (const kind of ['flows', 'trails', 'artifacts']) {
    expect(found.body[kind].matches, kind).toMatchObject([stateOf(overridden)])
    expect(known.body[kind], kind).toMatchObject([stateOf(overridden)])
  }
})
