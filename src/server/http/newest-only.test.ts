import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { multiplyRows } from '#server/testing/multiply-rows.ts'

let now = 1_800_000_000
let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ clock: () => (now += 0.01) })
  const report = environmentReporter(app)
  await report.environment('prod')
  await report.flow('shop')
  await report.build('shop', 'shop:1')
  await report.run('prod', { 'shop:1': 1 })
  await report.generic('shop', 'run-shop-1', { attestation_name: 'scan', is_compliant: true })
})
afterAll(() => app.close())

const own = (method: string, path: string, json?: object) =>
  app.call(method, `/cairn/acme/${path}`, json ? { json } : {})
const draft = {
  name: 'starts',
  triggers: ['ON_STARTED_ARTIFACT'],
  environments: ['prod'],
  targets: [],
  digest: 'none',
  merge_minutes: 0,
  days: 30,
}
const failed = 'environments/prod/deployments?failed=true'

/** One row more of a table: an identity of its own, and the rest as the one that there is. */
const more: Record<string, Record<string, string>> = {
  deployment: {
    template_reference_name: "'slot-' || $ || n",
    fingerprint: 'md5($::text || n) || md5(n::text)',
  },
  environment_event: { id: "one.id || '-' || $ || n" },
  attestation: { id: "one.id || '-' || $ || n" },
}

async function multiplied(table: string, times: number) {
  const values = Object.entries(more[table] ?? {}).map(([column, value]) => [
    column,
    value.replace('$', String(times)),
  ])
  const [first] = await app.query<{ id: string }>(`select ctid::text as id from ${table} limit 1`)
  const of = `(select * from ${table} where ctid = '${first!.id}') as one`
  await multiplyRows(app, table, times, Object.fromEntries(values), of)
}

it.each<[string, string, number, () => Promise<boolean[]>]>([
  [
    'deployments that failed, and figures of deployments',
    'deployment',
    20_000,
    async () => [
      (await own('GET', failed)).body.is_partial,
      (await own('GET', 'environments/prod/deployment-statistics')).body.is_partial,
      (await own('GET', `exports/${failed}`)).status === 400,
    ],
  ],
  [
    'a backtest',
    'environment_event',
    20_000,
    async () => [(await own('POST', 'notification-drafts/backtest', draft)).body.is_cut],
  ],
  [
    'slots of a flow',
    'attestation',
    10_000,
    async () => [(await own('GET', 'flows/shop/slots')).body.is_partial],
  ],
])(
  '%s: from one more than is looked at it is said that older ones are left out',
  async (...row) => {
    const [, table, limit, says] = row
    await multiplied(table, limit - 1)
    const exactly = await says()
    expect(exactly).toEqual(exactly.map(() => false))
    await multiplied(table, 1)
    expect(await says()).toEqual(exactly.map(() => true))
  },
)

it('an export of those that failed names what to do where it cannot look at all', async () => {
  const { status, body } = await own('GET', `exports/${failed}`)
  expect([status, Object.keys(body.errors)]).toEqual([400, ['failed']])
  expect(body.errors.failed).toContain('at most, and this window has 20,001: set a shorter window')
})
