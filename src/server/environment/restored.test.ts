import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { attestationYaml, policyClient } from '#server/testing/policies.ts'
import { fingerprintOf } from '#server/testing/reporter.ts'

let app: TestApp
let now = 1_800_000_000
let report: ReturnType<typeof environmentReporter>
const hour = 3_600
beforeAll(async () => {
  app = await startTestApp({ clock: () => now })
  report = environmentReporter(app)
  await policyClient(app).policy('scanned', attestationYaml('scan'))
  await report.build('shop', 'shop:1')
})
afterAll(() => app.close())

const get = async (path: string) => (await app.call('GET', path, { key: 'reader' })).body
const put = (name: string) =>
  app.call('PUT', '/environments/acme', { json: { name, type: 'server', policies: ['scanned'] } })
const archive = (name: string) => app.call('PUT', `/environments/acme/${name}/archive`)
const scan = (is_compliant: boolean) =>
  report.generic('shop', 'run-shop-1', {
    attestation_name: 'scan',
    is_compliant,
    artifact_fingerprint: fingerprintOf('shop:1'),
  })
const statusOf = async (name: string) => {
  const { data } = await get(`/cairn/acme/environments?name=${name}&archived=include`)
  return [data[0].state, data[0].since]
}

it('has the verdict of the evidence that came while it was archived', async () => {
  await scan(false)
  await put('prod')
  await report.run('prod', { 'shop:1': 1 })
  expect(await statusOf('prod')).toEqual([false, now])
  await archive('prod')
  now += hour
  await scan(true)
  now += hour
  expect((await put('prod')).status).toBe(200)
  expect(await statusOf('prod')).toEqual([true, now])
})

it('stands as unknown for the time in the archive', async () => {
  await put('test')
  await report.run('test', { 'shop:1': 1 })
  const begin = now
  now += hour
  await archive('test')
  expect(await statusOf('test')).toEqual([null, now])
  now += 2 * hour
  await put('test')
  expect(await statusOf('test')).toEqual([true, now])
  now += hour
  const { data } = await get('/cairn/acme/environments/test/snapshots?per_page=3')
  expect(
    data.map(({ state, from, to }: { state: boolean; from: number; to: number | null }) => [
      state,
      from - begin,
      to === null ? null : to - begin,
    ]),
  ).toEqual([
    [true, 3 * hour, null],
    [null, hour, 3 * hour],
    [true, 0, hour],
  ])
})
