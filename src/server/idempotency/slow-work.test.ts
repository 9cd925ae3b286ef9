import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

let app: TestApp
/** Answers all pending name resolutions. */
let answer = () => {}
const answered = new Promise<void>((resolve) => (answer = resolve))
let lookups = 0
beforeAll(async () => {
  app = await startTestApp({
    environment: { DATABASE_POOL_SIZE: '5' },
    resolve: async () => {
      lookups += 1
      await answered
      return [{ address: '93.184.216.34', family: 4 }]
    },
  })
  await app.call('PUT', '/environments/acme', { json: { name: 'staging', type: 'server' } })
})
afterAll(() => app.close())

const calls = 21
const make = (number: number) =>
  app.call('POST', '/cairn/acme/notifications', {
    headers: { 'Idempotency-Key': `slow-${number}` },
    json: {
      name: `slow-${number}`,
      environments: ['staging'],
      triggers: ['ON_NON_COMPLIANT_ENV'],
      targets: [{ type: 'WEBHOOK', webhook: 'https://hooks.example/in' }],
    },
  })

it('holds no connection while calls with a key wait for something other than the database', async () => {
  const waiting = Promise.all(Array.from({ length: calls }, (_, number) => make(number)))
  // More than there are connections: none waits for one that another holds.
  await expect.poll(() => lookups).toBe(calls)
  // Background work holds some for a moment.
  const open = () =>
    app.query(
      `select state from pg_stat_activity where datname = current_database()
        and state like 'idle in transaction%'`,
    )
  await expect.poll(open).toEqual([])
  const others = await Promise.all([
    app.call('GET', '//ready', { key: null }),
    app.call('GET', '/flows/globex', { key: 'outsider' }),
    app.call('GET', '/flows/acme'),
  ])
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200])
  answer()
  const made = await waiting
  expect(made.map(({ status }) => status)).toEqual(Array(calls).fill(201))
  const again = await make(3)
  expect([again.text, again.headers['idempotent-replayed']]).toEqual([made[3]?.text, 'true'])
})
