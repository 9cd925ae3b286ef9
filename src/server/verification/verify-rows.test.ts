import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { settingDefaults } from '#contract/organization/organization-settings.ts'
import { ConsistentRead, withConsistentRead } from '#server/database/whole/consistent-read.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { buildExampleWorld } from '#server/testing/example-world.ts'
import { connectTo } from '#server/testing/nodes.ts'
import { passTriggers } from '#server/testing/own-database.ts'
import { overrideClient } from '#server/testing/overrides.ts'
import { policyClient, policyYaml } from '#server/testing/policies.ts'
import { fingerprintOf, overrideDraft, reporter } from '#server/testing/reporter.ts'
import { verifyRows } from './verify-rows.ts'

const [one, two] = [fingerprintOf('one'), fingerprintOf('two')]
const inAYear = Math.floor(Date.now() / 1000) + 365 * 86_400

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await buildExampleWorld(app)
  const report = reporter(app)
  await report.generic('f', 't', { attestation_name: 'scan', is_compliant: false })
  await report.override('f', 't')
  await report.generic('f', 't', { attestation_name: 'file' }, { name: 'a', content: 'a' })
  await report.begin('f', 'other')
  await buildChangedWorld()
})
afterAll(() => app.close())

/** What was renamed, archived, withdrawn, added again, renewed, and approved or declined. */
async function buildChangedWorld() {
  const { begin, generic, environment, ask, renew, post } = overrideClient(app)
  const { allow, policy } = policyClient(app)
  const done = async (answer: Promise<{ status: number; text: string; body: Body }>) => {
    const { status, text, body } = await answer
    if (status >= 300) throw new Error(text)
    return body
  }
  const put = (path: string, json?: object) =>
    done(app.call('PUT', path, { key: 'admin', ...(json && { json }) }))
  const rename = (path: string, new_name: string) => put(`${path}/rename`, { new_name })
  await begin('old', 't')
  await generic('old', 't', { attestation_name: 'scan', is_compliant: false })
  await rename('/flows/acme/old', 'new')
  await generic('new', 't', { attestation_name: 'late' })
  // Another flow takes the former name, and has a trail of the same name.
  await begin('old', 't')
  await generic('old', 't', { attestation_name: 'young' })
  const on = { flow_name: 'new', trail_name: 't' }
  const { override_id } = await done(ask({ ...on, expires_at: inAYear }))
  await done(renew(override_id, inAYear - 5))
  for (const name of ['first', 'second']) await environment(name)
  await done(allow('first', one, 'For a while'))
  await rename('/environments/acme/first', 'third')
  await done(app.call('DELETE', `/allowlists/acme/third/${one}`, { key: 'admin' }))
  // Another environment takes the former name.
  await environment('first')
  await done(allow('first', one, 'Elsewhere'))
  await done(allow('third', one, 'Again'))
  await done(allow('third', one, 'Once more'))
  await done(allow('third', two, 'Never again'))
  await done(app.call('DELETE', `/allowlists/acme/third/${two}`, { key: 'admin' }))
  await done(policy('kept', policyYaml('provenance:', '  required: true')))
  await done(policy('kept', policyYaml('provenance:', '  required: false')))

  const rules = { approval: 'tagged', approval_tags: ['tier'], environment_tags: ['tier'] }
  await put('/cairn/acme/settings/overrides', { ...settingDefaults.overrides, ...rules })
  const tags = { json: { set_tags: { tier: '1' } }, key: 'admin' }
  for (const path of ['flow/new', 'environment/second'])
    await done(app.call('PATCH', `/tags/acme/${path}`, tags))
  const override = { ...overrideDraft, ...on, expires_at: inAYear }
  const named = {
    environment_name: 'second',
    artifact_name: 'shop',
    description: 'Asked for',
    expires_at: inAYear,
  }
  for (const action of ['decline', 'withdraw', 'approve']) {
    const artifact_fingerprint = action === 'decline' ? two : one
    const key = action === 'withdraw' ? 'member' : 'admin'
    for (const [path, proposal] of [
      ['override-proposals', override],
      ['allowance-proposals', { ...named, artifact_fingerprint }],
    ] as const) {
      const { proposal_id } = await done(post(path, proposal))
      await done(post(`${path}/${proposal_id}/${action}`, { reason: 'Seen' }, key))
    }
  }
  await put('/flows/acme/new/archive')
  await put('/environments/acme/third/archive')
}
interface Body {
  override_id: string
  proposal_id: string
}

const verify = () => withConsistentRead(app.connection, verifyRows)

it('finds nothing wrong with what the service stored', async () => {
  const { compared, faults } = await verify()
  expect(faults).toEqual([])
  expect(compared).toBeGreaterThan(10)
})

const ofFile = "where name = 'file' and flow_id = (select id from flow where name = 'f')"
const ofArtifact = 'where id = (select max(id) from attestation where fingerprint is not null)'
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
  expect(await faultsAfter(statement)).toContainEqual(expect.stringMatching(fault))
})

const again = "where description = 'Once more'"
const withdrawn = "where description = 'For a while'"
const asked = "where description = 'Asked for' and standing = 'stands'"
const approved = 'where approved_by is not null'
const ofKept = "where version = 1 and policy_id = (select id from policy where name = 'kept')"
const isOf = (flow: string) => `flow_id = (select id from flow where name = '${flow}')`
/** Moves to the trail of a name that several flows have. */
const onTrailOf = (flow: string) =>
  `set ${isOf(flow)}, trail_id = (select id from trail where name = 't' and ${isOf(flow)})`
const otherTrail = "(select id from trail where name = 'other')"

it.each([
  [`update attestation set fingerprint = null ${ofArtifact}`, /its artifact is not/],
  [`update attestation set trail_id = ${otherTrail} ${ofFile}`, /its trail is not/],
  [
    `update attestation set flow_id = (select id from flow where name = 'new') ${ofFile}`,
    /its trail is not/,
  ],
  [
    `update attestation ${onTrailOf('old')} where name = 'scan' and not is_override and ${isOf('new')}`,
    /its trail is not/,
  ],
  [`update attestation ${onTrailOf('old')} where name = 'late'`, /its trail is not/],
  [`update attestation ${onTrailOf('new')} where name = 'young'`, /its trail is not/],
  [`update attestation set reported_by = 'other' ${ofFile}`, /its author is not/],
  [`update attestation set created_at = created_at - 1 ${ofFile}`, /its time is not/],
  [`update override_state set approved_by = 'other' ${approved}`, /who approved it/],
  [`update override_state set approved_by = null ${approved}`, /who approved it/],
  [
    `update override_state set approved_by = 'other' where expires_at = ${inAYear - 5}`,
    /who approved it/,
  ],
  [`update override_state set expires_at = null where expires_at = ${inAYear - 5}`, /its expiry/],
  [`update override_state set expires_at = expires_at + 1 ${approved}`, /its expiry/],
  [
    `with history as (update override_expiry set expires_at = expires_at + 1
       where override_id in (select override_id from override_state ${approved}))
       update override_state set expires_at = expires_at + 1 ${approved}`,
    /its expiry/,
  ],
  [`update policy_version set comment = 'other' ${ofKept}`, /its comment is not/],
  [`update policy_version set created_by = 'other' ${ofKept}`, /its author is not/],
  [`update policy_version set created_at = 1 ${ofKept}`, /its time is not/],
  [
    `delete from policy_version where version = 1
       and policy_id = (select id from policy where name = 'kept')`,
    /it was saved, and is gone/,
  ],
  [
    `update allowed_artifact set standing = 'stands' where description = 'Never again'`,
    /it has ended/,
  ],
  [`update allowed_artifact set standing = 'expired' ${withdrawn}`, /its end is not/],
  [`update allowed_artifact set ended_by = 'other' ${withdrawn}`, /its end is not/],
  [`update allowed_artifact set standing = 'withdrawn' ${again}`, /its end is not in the log/],
  [
    `update allowed_artifact set environment_id = (
       select id from environment where name = 'production') ${again}`,
    /its environment is not/,
  ],
  [`update allowed_artifact set name = 'other' ${again}`, /its name is not/],
  [`update allowed_artifact set expires_at = 1 ${again}`, /its expiry is not/],
  [
    `update allowed_artifact set description = 'other' ${again.replace('Once more', 'Elsewhere')}`,
    /its reason/,
  ],
  [`update allowed_artifact set created_by = 'other' ${again}`, /its author is not/],
  [`update allowed_artifact set created_by = 'other' ${asked}`, /its author is not/],
  [`update allowed_artifact set approved_by = null ${asked}`, /who approved it/],
  [`update allowed_artifact set expires_at = null ${asked}`, /its expiry is not/],
  [`delete from allowed_artifact ${again}`, /it was allowed, and is gone/],
  [`delete from allowed_artifact ${withdrawn}`, /it was allowed, and is gone/],
  [
    `update allowed_artifact set standing = 'stands' where standing = 'declined'`,
    /no entry allows it/,
  ],
])('notices one fault after %s', async (statement, fault) => {
  expect(await faultsAfter(statement)).toEqual([expect.stringMatching(fault)])
})

async function faultsAfter(statement: string): Promise<string[]> {
  const client = await connectTo(app.connection)
  onTestFinished(() => client.end())
  await client.query('begin')
  // Rows that refer to what is changed would refuse it.
  await passTriggers(client)
  const { rowCount } = await client.query(statement)
  expect(rowCount).toBeGreaterThan(0)
  const { faults } = await verifyRows(new ConsistentRead(client))
  expect(faults[0]?.organization).toBe('acme')
  return faults.map((one) => one.fault)
}
