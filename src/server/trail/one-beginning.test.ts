import { afterAll, beforeAll, expect, it } from 'vitest'
import { daySeconds, dayStart } from '#domain/common/days.ts'
import { worseSince } from '#domain/flow/worse-since.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { fingerprintOf, reporter } from '#server/testing/reporter.ts'

const midnight = 1_799_971_200
const flow = 'scanned'
const template = `version: 1
trail:
  artifacts:
    - name: boiler
      attestations: [{name: scan, type: generic}]
`
let app: TestApp
let report: ReturnType<typeof reporter>
let now = midnight
beforeAll(async () => {
  app = await startTestApp({ clock: () => now })
  report = reporter(app)
  await report.flow(flow, template)
})
afterAll(() => app.close())

it('the days of a flow and the ranking of its slots say that a failure began on one day', async () => {
  const firstFailing = 12
  for (let run = 0; run < 20; run += 1) {
    now = midnight - (20 - run) * daySeconds + 10 * 3_600
    const name = `run-${run}`
    await report.begin(flow, name)
    await report.artifact(flow, { trail_name: name })
    await report.generic(flow, name, {
      attestation_name: 'scan',
      artifact_fingerprint: fingerprintOf('boiler'),
      is_compliant: run < firstFailing,
    })
    // Overrides amid the failures neither end them nor begin them anew.
    if (run === 15 || run === 19) {
      const { status } = await report.override(flow, name, {
        attestation_name: 'scan',
        artifact_fingerprint: fingerprintOf('boiler'),
      })
      expect(status).toBe(201)
    }
  }
  now = midnight
  const get = (what: string) => app.call('GET', `/cairn/acme/flows/${flow}/${what}`)
  const { days } = (await get('statistics')).body
  const [scan] = (await get('slots')).body.slots
  const firstDay = midnight - (20 - firstFailing) * daySeconds
  expect(worseSince(days)?.day).toBe(firstDay)
  expect(dayStart(scan.failing_since)).toBe(firstDay)
  expect(scan).toMatchObject({ median_time_to_fix: null, failing_in_a_row: 8 })
})
