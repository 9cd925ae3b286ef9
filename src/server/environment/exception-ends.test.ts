import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { overrideClient } from '#server/testing/overrides.ts'
import { attestationYaml, policyClient } from '#server/testing/policies.ts'
import { fingerprintOf } from '#server/testing/reporter.ts'

const day = 86_400
const now = 1_790_000_000
let app: TestApp
let report: ReturnType<typeof overrideClient>
const allow = (name: string, expires_at: number | null) =>
  app.call('PUT', '/allowlists/acme/west', {
    json: {
      artifact_fingerprint: fingerprintOf(name),
      artifact_name: name,
      description: 'It has to run',
      expires_at,
    },
  })

/** `east` is carried by an override, `west` by its allow-list, and `all` by both. */
beforeAll(async () => {
  app = await startTestApp({ clock: () => now })
  report = overrideClient(app)
  const keep = policyClient(app)
  await keep.policy('scanned', attestationYaml('scan'))
  for (const name of ['east', 'west', 'plain']) {
    await report.environment(name)
    await keep.attach(name, 'scanned')
  }
  await report.environment('all', 'logical', { included_environments: ['east', 'west'] })
  for (const name of ['shop:1', 'tool:1', 'side:1', 'good:1']) await report.build('shop', name)
  for (const run of ['shop', 'good']) {
    const is_compliant = run === 'good'
    await report.generic('shop', `run-${run}-1`, { attestation_name: 'scan', is_compliant })
  }
  await report.ask({
    flow_name: 'shop',
    trail_name: 'run-shop-1',
    attestation_name: 'scan',
    expires_at: now + 9 * day,
  })
  await report.run('east', { 'shop:1': 1 })
  await report.run('west', { 'tool:1': 1, 'good:1': 1 })
  await report.run('plain', { 'good:1': 1 })
  await allow('tool:1', now + 5 * day)
  // An artifact that does not run carries nothing, however soon its entry ends.
  await allow('side:1', now + day)
})
afterAll(() => app.close())

/** When the exceptions of each environment end, by the answers about them. */
async function ends() {
  const { data } = await report.get('/cairn/acme/environments')
  const { environments } = await report.get('/environments/acme')
  type Answer = { name: string; exceptions_end_at: number | null; members?: Answer[] }
  const endsOf = (all: Answer[]) =>
    Object.fromEntries(all.map(({ name, exceptions_end_at: at }) => [name, at && at - now]))
  const one = await report.get('/environments/acme/all')
  const { members } = data.find(({ name }: Answer) => name === 'all')
  expect(endsOf(environments)).toEqual(endsOf(data))
  expect(one.exceptions_end_at).toBe(
    data.find(({ name }: Answer) => name === 'all').exceptions_end_at,
  )
  return { ...endsOf(data), members: endsOf(members) }
}

it('says when the first of the exceptions ends that carry an environment', async () => {
  expect(await ends()).toEqual({
    all: 5 * day,
    east: 9 * day,
    west: 5 * day,
    plain: null,
    members: { east: 9 * day, west: 5 * day },
  })
  await allow('tool:1', null)
  expect(await ends()).toMatchObject({ all: 9 * day, west: null })
})
