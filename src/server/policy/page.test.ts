import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import {
  attestationYaml,
  policyClient,
  policyYaml,
  provenanceYaml,
} from '#server/testing/policies.ts'
import { fingerprintOf } from '#server/testing/reporter.ts'
import { countRows } from '#server/testing/rows.ts'

let app: TestApp
let keep: ReturnType<typeof policyClient>
let report: ReturnType<typeof environmentReporter>
const get = async (path: string) => (await app.call('GET', path, { key: 'reader' })).body

beforeAll(async () => {
  app = await startTestApp()
  keep = policyClient(app)
  report = environmentReporter(app)
  await report.flow('shop')
  await report.build('shop', 'shop:1')
  for (const name of ['east', 'west', 'quiet']) await report.environment(name)
  await report.run('east', { 'shop:1': 1, 'lost:1': 1 })
  await report.run('west', { 'shop:1': 2 })
  await keep.policy('known', provenanceYaml, { description: 'Only what WE built' })
  await keep.policy('reviewed', attestationYaml('review', 'flow.name != "shop"'))
  await keep.policy('away', policyYaml())
  await app.call('PUT', '/cairn/acme/policies/away/archive')
  for (const name of ['east', 'west', 'quiet']) await keep.attach(name, 'known')
  await keep.attach('west', 'reviewed')
})
afterAll(() => app.close())

it('lists policies with their results on running artifacts where they are attached', async () => {
  const { data, pagination } = await get('/cairn/acme/policies')
  expect(pagination.total).toBe(2)
  expect(data[0]).toMatchObject({
    name: 'known',
    version: 1,
    environments: ['east', 'quiet', 'west'],
    running: { passed: 2, failed: 1, allow_listed: 0, unknown: 0, not_asked: 0 },
    rule_count: 1,
    archived_at: null,
  })
  expect(data[1]).toMatchObject({
    environments: ['west'],
    // Its only rule does not apply to the artifact.
    running: { passed: 0, by_exception: 0, failed: 0, unknown: 0, not_asked: 1 },
  })
})

it.each([
  ['q=KNO', ['known']],
  ['q=we%20built', ['known']],
  ['environment=west', ['known', 'reviewed']],
  ['environment=east&environment=nowhere', ['known']],
  ['control=SC-1', []],
  ['archived=true', ['away']],
  ['per_page=1&page=2', ['reviewed']],
])('narrows the list by %s', async (query, names) => {
  const { data } = await get(`/cairn/acme/policies?${query}`)
  expect(data.map((one: { name: string }) => one.name)).toEqual(names)
})

it('exports the whole list', async () => {
  const { text } = await app.call('GET', '/cairn/acme/exports/policies?q=known')
  expect(text).toMatch(/known,Only what WE built,1,east quiet west,3,2,0,0,1,0,0,0,0,1,/)
  expect(text).not.toContain('reviewed')
})

it('shows results by rule and by environment', async () => {
  expect(await get('/cairn/acme/policies/known')).toMatchObject({
    demands: [{ text: 'The artifact was reported in a flow', line: 3 }],
    environments: [
      { name: 'east', state: false, running: { passed: 1, failed: 1 } },
      { name: 'quiet', state: null, running: { passed: 0, failed: 0, unknown: 0 } },
      { name: 'west', state: true, attached_by: 'member' },
    ],
    rules: [
      { type: 'provenance', line: 3, running: { passed: 2, failed: 1 }, exempt: 0, let_off: [] },
    ],
    controls: [],
  })
  expect((await get('/cairn/acme/policies/reviewed')).rules).toMatchObject([
    {
      running: { passed: 0, failed: 0, not_asked: 1 },
      exempt: 0,
      conditions: ['flow.name != "shop"'],
      let_off: [{ flow_name: 'shop', count: 1 }],
    },
  ])
  const unknown = await app.call('GET', '/cairn/acme/policies/nowhere')
  expect([unknown.status, unknown.body.message]).toEqual([
    404,
    "Policy 'nowhere' does not exist in organization 'acme'",
  ])
})

it('says when an environment of a policy becomes stale, as the environment itself says it', async () => {
  const { environments } = await get('/cairn/acme/policies/known')
  const own = await Promise.all(
    ['east', 'quiet', 'west'].map((name) => get(`/environments/acme/${name}`)),
  )
  const said = ({ stale_at, qualifiers }: Record<string, unknown>) => ({ stale_at, qualifiers })
  expect(environments.map(said)).toEqual(own.map(said))
  expect(own.map(({ stale_at }) => typeof stale_at)).toEqual(['number', 'object', 'number'])
})

it('lists the policies of an environment, none of an archived one', async () => {
  const attached = await get('/cairn/acme/environments/west/policies')
  expect(attached).toMatchObject([
    { name: 'known', version: 1, attached_by: 'member', running: { passed: 1 } },
    { name: 'reviewed', demands: [{ line: 4 }], running: { passed: 0, not_asked: 1 } },
  ])
  expect((await app.call('GET', '/cairn/acme/environments/nowhere/policies')).status).toBe(404)
  await app.call('PUT', '/environments/acme/quiet/archive')
  expect(await get('/cairn/acme/environments/quiet/policies?archived=only')).toEqual([])
  const { data } = await get('/cairn/acme/policies?q=known')
  expect(data[0].environments).toEqual(['east', 'west'])
})

it('shows whether allowed artifacts run', async () => {
  await keep.allow('east', fingerprintOf('lost:1'))
  await keep.allow('east', fingerprintOf('gone:1'))
  const allowed = await get('/allowlists/acme/east')
  const running = Object.fromEntries(
    allowed.map((one: { artifact_fingerprint: string; is_running: boolean }) => [
      one.artifact_fingerprint,
      one.is_running,
    ]),
  )
  expect(running).toEqual({ [fingerprintOf('lost:1')]: true, [fingerprintOf('gone:1')]: false })
  // An allowed artifact still fails its rules.
  expect((await get('/cairn/acme/policies/known')).rules[0].running.failed).toBe(1)
})

it('previews a draft, and stores nothing', async () => {
  const preview = async (policy_yaml: string) =>
    (
      await app.call('POST', '/cairn/acme/policy_preview', {
        json: { policy_yaml },
        key: 'reader',
      })
    ).body
  const before = await countRows(app)
  expect(await preview(provenanceYaml)).toMatchObject({
    problems: [],
    demands: [{ text: 'The artifact was reported in a flow', line: 3 }],
    document: { artifacts: { provenance: { required: true, exceptions: [], line: 3 } } },
  })
  expect(await preview('artifacts: [')).toMatchObject({ demands: [], document: null })
  expect((await preview(policyYaml('provenance: {required: maybe}'))).problems).toMatchObject([
    { path: 'artifacts.provenance.required', line: 3 },
  ])
  const controlled = policyYaml('attestations:', '  - {type: decision, for_control: NO-1}')
  expect(await preview(controlled)).toMatchObject({
    problems: [{ path: 'artifacts.attestations.0.for_control', line: 4, column: 1 }],
    document: { artifacts: { attestations: [{ for_control: 'NO-1' }] } },
  })
  expect(await countRows(app)).toEqual(before)
})
