import { afterAll, beforeAll, expect, it } from 'vitest'
import { notificationDraft, startNotifyingApp } from '#server/testing/notifying-app.ts'
import { attestationYaml } from '#server/testing/policies.ts'

let place: Awaited<ReturnType<typeof startNotifyingApp>>
beforeAll(async () => {
  place = await startNotifyingApp()
})
afterAll(() => place.close())

it('a message that an environment became compliant says by which exceptions', async () => {
  const { app, report, keep, hook, pass } = place
  await keep.policy('scanned', attestationYaml('scan'))
  await report.environment('staging')
  await keep.attach('staging', 'scanned')
  const triggers = ['ON_COMPLIANT_ENV', 'ON_NON_COMPLIANT_ENV']
  const rule = { name: 'staging', environments: ['staging'], triggers, targets: [hook('/all')] }
  const { status } = await app.call('POST', '/cairn/acme/notifications', { json: rule })
  expect(status).toBe(201)
  const scan = (is_compliant: boolean) =>
    report.generic('shop', 'run-shop-1', { attestation_name: 'scan', is_compliant })
  await report.build('shop', 'shop:1')
  const steps = [
    () => scan(false),
    () => report.run('staging', { 'shop:1': 1 }),
    () => report.override('shop', 'run-shop-1'),
    () => scan(false),
    () => scan(true),
  ]
  for (const step of steps) {
    pass(60)
    await step()
  }
  const described = () =>
    place.peer
      .at('/all')
      .map(({ text }) => (JSON.parse(text) as { description: string }).description)
  await expect
    .poll(described, notificationDraft)
    .toEqual([
      'Environment staging became non-compliant',
      'Environment staging became compliant, by 1 override: scan of shop/run-shop-1, member without end',
      'Environment staging became non-compliant',
      'Environment staging became compliant',
    ])
  const draft = { ...rule, digest: 'none', merge_minutes: 0, days: 30 }
  const backtest = await app.call('POST', '/cairn/acme/notifications/backtest', { json: draft })
  expect(backtest.status, backtest.text).toBe(200)
  const events: { description: string }[] = backtest.body.events
  expect(events.map(({ description }) => description)).toEqual(described().toReversed())
})
