import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Deployment } from '#contract/deployment/deployment.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { attestationYaml, policyClient } from '#server/testing/policies.ts'
import { fingerprintOf } from '#server/testing/reporter.ts'

const start = 20_833 * 86_400
let app: TestApp
let now = start

beforeAll(async () => {
  app = await startTestApp({ clock: () => now })
  const report = environmentReporter(app)
  const keep = policyClient(app)
  await report.environment('prod')
  await keep.policy('scanned', attestationYaml('scan'))
  await keep.attach('prod', 'scanned')
  for (const name of ['shop:1', 'shop:2', 'shop:3', 'shop:4']) {
    await report.build('shop', name)
    await report.generic('shop', `run-${name.replace(':', '-')}`, {
      attestation_name: 'scan',
      artifact_fingerprint: fingerprintOf(name),
      is_compliant: name !== 'shop:2' && name !== 'shop:4',
    })
  }
  // 2 fails until 3 starts, 1 takes the place of 3, and 4 fails until it is allowed.
  for (const name of ['shop:1', 'shop:2', 'shop:3', 'shop:1', 'shop:4']) {
    await report.run('prod', { [name]: 1 })
    now += 60
  }
  await keep.allow('prod', fingerprintOf('shop:4'))
})
afterAll(() => app.close())

const get = (path: string) =>
  app.call('GET', `/cairn/acme/environments/prod/${path}`, { key: 'reader' })

describe('failed deployments', () => {
  it('are told apart in the list, by reason and end', async () => {
    const { body } = await get('deployments')
    expect(body.data.map(({ name, failure }: Deployment) => [name, failure])).toEqual([
      ['shop:4', { reason: 'non_compliant', ended_at: start + 300, is_by_exception: true }],
      ['shop:1', null],
      ['shop:3', { reason: 'older_version', ended_at: start + 180, is_by_exception: false }],
      ['shop:2', { reason: 'non_compliant', ended_at: start + 120, is_by_exception: false }],
      ['shop:1', null],
    ])
  })

  it('are listed alone, page by page', async () => {
    const names = []
    for (const page of [1, 2, 3, 4]) {
      const { body } = await get(`deployments?failed=true&per_page=1&page=${page}`)
      expect(body.pagination).toMatchObject({ total: 3, page_count: 3 })
      names.push(body.data.map(({ name }: Deployment) => name))
    }
    expect(names).toEqual([['shop:4'], ['shop:3'], ['shop:2'], []])
  })

  it('are counted with the time until they were restored, which exceptions do not do', async () => {
    const { body } = await get('deployment-statistics')
    expect(body).toMatchObject({
      total: 5,
      failures: { non_compliant: 2, older_version: 1 },
      restores: { count: 2, by_exception: 1, shortest: 60, median: 60, longest: 60 },
    })
  })

  it('refuse what is no yes or no', async () => {
    expect((await get('deployments?failed=perhaps')).status).toBe(400)
  })
})
