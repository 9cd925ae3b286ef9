import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Deployment } from '#contract/deployment/deployment.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { attestationYaml, policyClient } from '#server/testing/policies.ts'

let app: TestApp
const failing = Array.from({ length: 210 }, (_, index) => `part-${index}:1`)

beforeAll(async () => {
  app = await startTestApp()
  const report = environmentReporter(app)
  const keep = policyClient(app)
  await report.environment('prod')
  await keep.policy('scanned', attestationYaml('scan'))
  await keep.attach('prod', 'scanned')
  await report.build('shop', 'good:1')
  await report.generic('shop', 'run-good-1', { attestation_name: 'scan', is_compliant: true })
  for (const name of failing) await report.build('shop', name)
  await report.run('prod', { 'good:1': 1 })
  await report.run('prod', Object.fromEntries([...failing, 'good:1'].map((name) => [name, 1])))
})
afterAll(() => app.close())

const get = async (path: string) => (await app.call('GET', `/cairn/acme/${path}`)).body
const keyOf = (one: Deployment) => [one.name, one.fingerprint, one.snapshot_index]

it.each([
  ['', failing.length + 1],
  ['failed=true', failing.length],
])(
  'an export of deployments has each once, in the order of the list: %s',
  async (filter, total) => {
    const list = `environments/prod/deployments?${filter}&per_page=100`
    const pages = await Promise.all([1, 2, 3].map((page) => get(`${list}&page=${page}`)))
    const listed = pages.flatMap(({ data }) => data as Deployment[])
    const { rows } = await get(`exports/environments/prod/deployments?${filter}&format=json`)
    expect(rows).toHaveLength(total)
    expect(rows.map(keyOf)).toEqual(listed.map(keyOf))
  },
)
