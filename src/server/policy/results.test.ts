import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../testing/app.ts'
import { environmentReporter } from '../testing/environments.ts'
import { attestationYaml, policyKeeper, policyYaml, provenanceYaml } from '../testing/policies.ts'
import { fingerprintOf } from '../testing/reporter.ts'

let app: TestApp
const rules = policyYaml(
  'provenance:',
  '  required: true',
  '  exceptions:',
  '    - if: ${{ matches(artifact.name, "^odd") }}',
  'attestations:',
  '  - {name: scan, type: generic}',
)
beforeAll(async () => {
  app = await startTestApp()
  const report = environmentReporter(app)
  const keep = policyKeeper(app)
  for (const name of ['east', 'west']) await report.environment(name)
  await report.build('web', 'shop:1')
  await report.generic('web', 'run-shop-1', { attestation_name: 'scan', is_compliant: true })
  await app.call('POST', '/controls/acme', {
    json: { identifier: 'SC-1', name: 'Scan' },
    key: 'admin',
  })
  await keep.policy('prod', attestationYaml('scan'))
  await keep.policy('prod', rules, { description: 'What prod takes' })
  await keep.policy(
    'decided',
    policyYaml('attestations:', '  - {type: decision, for_control: SC-1}'),
  )
  await keep.policy('gone', provenanceYaml)
  await app.call('PUT', '/cairn/acme/policies/gone/archive')
  await keep.attach('east', 'prod', 'decided')
  await keep.attach('west', 'prod')
  await report.run('east', { 'shop:1': 1, 'odd:1': 1, other: 1 })
})
afterAll(() => app.close())

const get = async (path: string) => {
  const { status, body, text } = await app.call('GET', `/cairn/acme/${path}`, { key: 'reader' })
  expect(status, text).toBe(200)
  return body
}
const names = async (query: string) =>
  (await get(`policies?${query}`)).data.map((one: { name: string }) => one.name)

describe('policies and how they do', () => {
  it('are listed with the environments that they judge', async () => {
    const { data, pagination } = await get('policies')
    expect(pagination).toMatchObject({ total: 2, page: 1, per_page: 25 })
    expect(data).toMatchObject([
      { name: 'decided', rule_count: 1, controls: ['SC-1'], environments: [{ failing: 3 }] },
      {
        name: 'prod',
        version: 2,
        rule_count: 2,
        controls: [],
        last_modified_by: 'member',
        environments: [
          {
            name: 'east',
            type: 'server',
            state: false,
            applied_version: 2,
            passing: 1,
            failing: 2,
            attached_by: 'member',
          },
          { name: 'west', state: null, applied_version: null, passing: 0, failing: 0 },
        ],
      },
    ])
  })

  it.each([
    ['q=TAKES', ['prod']],
    ['environment=east', ['decided', 'prod']],
    ['environment=west', ['prod']],
    ['control=SC-1', ['decided']],
    ['archived=true', ['gone']],
    ['per_page=1&page=2', ['prod']],
    ['q=%25', []],
  ])('are narrowed by %s', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
  })

  it('are shown rule by rule, with the exceptions in use', async () => {
    expect(await get('policies/prod/results')).toMatchObject({
      summary: { name: 'prod', version: 2 },
      rules: [
        { line: 3, type: 'provenance', satisfied: 1, failing: 1, ignored: 1 },
        { line: 8, type: 'attestation', satisfied: 1, failing: 2, ignored: 0 },
      ],
      exceptions: [
        {
          line: 3,
          environment_name: 'east',
          artifact_name: 'odd:1',
          fingerprint: fingerprintOf('odd:1'),
        },
      ],
    })
    expect(await get('policies/gone/results')).toMatchObject({ rules: [], exceptions: [] })
    const { status } = await app.call('GET', '/cairn/acme/policies/nowhere/results')
    expect(status).toBe(404)
  })

  it('are shown environment by environment', async () => {
    expect(await get('environments/east/policies')).toMatchObject([
      { name: 'decided', version: 1, failing: 3, passing: 0 },
      { name: 'prod', version: 2, policy_yaml: rules, failing: 2, passing: 1, applied_version: 2 },
    ])
    expect(await get('environments/west/policies')).toHaveLength(1)
  })
})
