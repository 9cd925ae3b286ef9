import { writePast } from '#server/database/system/write-past.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { physicalTypes } from '#contract/environment/environment-type.ts'
import { noStandings } from '#domain/verdict/standing.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { attestationYaml, policyClient, provenanceYaml } from '#server/testing/policies.ts'

const day = 86_400
const end = 1_800_000_000
let now = end - 20 * day
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock: () => now })
  const year = Object.fromEntries(physicalTypes.map((type) => [type, 527_040]))
  await app.call('PUT', '/cairn/acme/settings/reporting', { key: 'admin', json: year })
  const keep = policyClient(app)
  const report = environmentReporter(app)
  for (const name of ['east', 'west', 'free']) await report.environment(name)
  await report.environment('all', 'logical', { included_environments: ['east', 'west'] })
  await app.call('PATCH', '/tags/acme/env/west', { json: { set_tags: { tier: '1' } } })
  await report.flow('shop')
  await app.call('PATCH', '/tags/acme/flow/shop', { json: { set_tags: { tier: '1' } } })
  await report.build('shop', 'shop:1')
  await keep.policy('origin', provenanceYaml)
  await keep.policy('scans', attestationYaml('scan'))
  for (const name of ['east', 'west']) await keep.attach(name, 'origin')
  for (const name of ['east', 'west', 'free']) await report.run(name, { 'shop:1': 1 })
  now = end - 10 * day
  await report.run('west', { 'shop:1': 1, stranger: 1, 'stranger:2': 1 })
  now = end - 2 * day
  await keep.attach('east', 'scans')
  now = end - day
  await report.build('shop', 'shop:2')
  await report.run('east', { 'shop:2': 1 })
  now = end
})
afterAll(() => app.close())

const get = async (path: string) => {
  const { status, body, text } = await app.call('GET', `/cairn/acme/overview${path}`, {
    key: 'reader',
  })
  expect(status, text).toBe(200)
  return body
}

describe('the overview', () => {
  it('says how far a demo is loaded, while it is', async () => {
    let during: unknown
    await writePast(app.connection, 'acme', async () => {
      during = (await get('')).loaded_until
    })
    const [newest] = await app.query('select max(created_at) as at from trail')
    expect(during).toBe(newest?.at)
    expect((await get('')).loaded_until).toBeNull()
  })

  it('counts environments and running artifacts by verdict', async () => {
    // Actions of a key are known once they are sealed.
    await expect.poll(async () => (await get('')).first_steps.key).toBe('test')
    expect(await get('')).toMatchObject({
      at: end,
      environments: { ...noStandings, non_compliant: 3, unknown: 1 },
      running: { ...noStandings, compliant: 1, non_compliant: 3, unknown: 1 },
      first_steps: { key: 'test', trail: 'run-shop-1', attestation: null },
    })
    const tagged = await get('?tag=tier:1')
    expect(tagged.environments).toEqual({ ...noStandings, non_compliant: 1 })
    expect(tagged.running).toEqual({ ...noStandings, compliant: 1, non_compliant: 2 })
    expect((await get('?tag=absent')).attention).toEqual([])
  })

  it('lists environments of which nothing can be said, and what they lack', async () => {
    const { unjudged } = await get('')
    expect(unjudged).toMatchObject([
      { environment_name: 'free', running_count: 1, policy_count: 0, member: null },
    ])
    expect(unjudged[0].last_reported_at).toBeGreaterThan(0)
  })

  it('lists non-compliant environments, oldest first, with the cause', async () => {
    const { attention } = await get('')
    expect(attention).toMatchObject([
      { environment_name: 'all', type: 'logical', member: 'west', non_compliant_count: 3 },
      {
        environment_name: 'west',
        since: end - 10 * day,
        non_compliant_count: 2,
        cause: null,
        artifact: { name: 'stranger', reason: expect.stringContaining("Policy 'origin' requires") },
      },
      {
        environment_name: 'east',
        since: end - 2 * day,
        non_compliant_count: 1,
        cause: { kind: 'attachment', attached: ['scans'] },
        artifact: { name: 'shop:2', reason: expect.stringContaining("'scan'") },
      },
    ])
  })

  it('lists flips and deployments together, newest first, within a window', async () => {
    const changes = async (query: string) =>
      (await get(`/changes${query}`)).changes.map((one: Record<string, unknown>) =>
        [one['kind'], one['environment_name'], one['replaced'] ?? one['after']].join(' '),
      )
    expect(await changes('')).toEqual(['deployment east shop:1', 'flip east false'])
    expect(await changes(`?from=${end - 11 * day}&tag=tier:1`)).toEqual(['flip west false'])
    expect(await changes(`?from=${end - 30 * day}`)).toContain('deployment free ')
  })

  it('shows which report made an environment flip', async () => {
    const { changes } = await get(`/changes?from=${end - 11 * day}&tag=tier:1`)
    expect(changes).toMatchObject([
      { kind: 'flip', before: true, after: false, cause: null, artifact_name: 'stranger' },
    ])
  })

  it('counts trails of the window by flow', async () => {
    expect(await get('/trails')).toEqual({
      from: end - 7 * day,
      to: end,
      flows: [{ flow_name: 'shop', compliant: 1, non_compliant: 0, incomplete: 0 }],
    })
    const { flows } = await get(`/trails?from=${end - 30 * day}&tag=tier`)
    expect(flows).toMatchObject([{ flow_name: 'shop', compliant: 2 }])
    expect((await get('/trails?tag=absent')).flows).toEqual([])
  })

  it('shows how long environments were compliant on each of 90 days, with gaps', async () => {
    const { days } = await get('/days')
    expect(days).toHaveLength(90)
    expect(days[0]).toMatchObject({ compliant: 0, non_compliant: 0, unknown: 0 })
    const sum = (field: string) =>
      days.reduce((total: number, one: Record<string, number>) => total + (one[field] ?? 0), 0)
    expect(sum('non_compliant') / day).toBeCloseTo(12, 3)
    expect(sum('unknown') / day).toBeCloseTo(20, 3)
    expect(sum('compliant') / day).toBeCloseTo(28, 3)
    const tagged = (await get('/days?tag=tier:1')).days
    expect(tagged.at(-1)).toMatchObject({ compliant: 0 })
  })

  it('keeps what an environment was until it was archived', async () => {
    const before = (await get('/days')).days
    await app.call('PUT', '/environments/acme/west/archive', { key: 'admin' })
    expect((await get('/days')).days).toEqual(before)
    now = end + 2 * day
    const later = (await get('/days')).days.slice(-2)
    // Only the other one fails since.
    expect(later.map((one: Record<string, number>) => one['non_compliant'])).toEqual([
      day,
      expect.any(Number),
    ])
    now = end
    await app.call('PUT', '/environments/acme', {
      key: 'admin',
      json: { name: 'west', type: 'K8S' },
    })
    expect((await get('/days')).days).toEqual(before)
  })

  it('refuses an invalid time and names the field', async () => {
    const { status, body } = await app.call('GET', '/cairn/acme/overview/changes?from=soon')
    expect(status).toBe(400)
    expect(body.errors.from).toMatch(/number/)
  })

  it.each(['1', '-1e116', '22113891465532000'])('takes from=%s', async (from) => {
    for (const list of ['changes', 'trails']) {
      expect((await app.call('GET', `/cairn/acme/overview/${list}?from=${from}`)).status).toBe(200)
    }
  })
})
