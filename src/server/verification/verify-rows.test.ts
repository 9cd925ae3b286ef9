import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { ConsistentRead, withConsistentRead } from '#server/database/whole/consistent-read.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { buildExampleWorld } from '#server/testing/example-world.ts'
import { connectTo } from '#server/testing/nodes.ts'
import { passTriggers } from '#server/testing/pass-triggers.ts'
import { reporter } from '#server/testing/reporter.ts'
import { verifyRows } from './verify-rows.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await buildExampleWorld(app)
  const report = reporter(app)
  await report.generic('f', 't', { attestation_name: 'scan', is_compliant: false })
  await report.override('f', 't')
  await report.generic('f', 't', { attestation_name: 'file' }, { name: 'a', content: 'a' })
})
afterAll(() => app.close())

const verify = () => withConsistentRead(app.connection, verifyRows)

it('finds nothing wrong with what the service stored', async () => {
  const { compared, faults } = await verify()
  expect(faults).toEqual([])
  expect(compared).toBeGreaterThan(10)
})

const ofFile = "where name = 'file' and flow_id = (select id from flow where name = 'f')"
const ofScan = ofFile.replace('file', 'scan')

it.each([
  [`update attestation set is_compliant = not is_compliant ${ofFile}`, /not the one that was rep/],
  [
    `update attestation set is_compliant = not is_compliant, is_flipped = not is_flipped ${ofFile}`,
    /no override gives it the verdict that counts/,
  ],
  [`update attestation set evidence_sha256 = 'x' ${ofFile}`, /its evidence is not what was rep/],
  [`update attestation set type = 'junit' ${ofFile}`, /its type is not/],
  [`update attestation set name = 'other' ${ofFile}`, /its name is not/],
  [`update attestation set fingerprint = 'x' where fingerprint is not null`, /its artifact is not/],
  [`update attestation set id = 'x' ${ofFile}`, /no entry reports it/],
  [`delete from attestation ${ofFile}`, /it was reported, and is gone/],
  [`update override_state set ended_at = 1`, /its end is not in the log/],
  [`update override_state set is_compliant = not is_compliant`, /not the one that was given/],
  [
    `delete from overridden where attestation_id in (select id from attestation ${ofScan})`,
    /no override gives it the verdict that counts/,
  ],
  [`update policy_version set content = content || ' '`, /its text is not the one that was saved/],
  [`update policy_version set version = version + 100`, /no entry has it/],
  [`update allowed_artifact set fingerprint = 'x'`, /no entry allows it/],
])('notices %s', async (statement, fault) => {
  const client = await connectTo(app.connection)
  onTestFinished(() => client.end())
  await client.query('begin')
  // Rows that refer to what is changed would refuse it.
  await passTriggers(client)
  const { rowCount } = await client.query(statement)
  expect(rowCount).toBeGreaterThan(0)
  const { faults } = await verifyRows(new ConsistentRead(client))
  expect(faults.map((one) => one.fault)).toContainEqual(expect.stringMatching(fault))
  expect(faults[0]?.organization).toBe('acme')
})
