import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Qualifiers } from '#contract/verdict/qualifiers.ts'
import { notificationDraft, startNotifyingApp } from '#server/testing/notifying-app.ts'
import { attestationYaml, provenanceYaml } from '#server/testing/policies.ts'
import { fingerprintOf } from '#server/testing/reporter.ts'

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
      'Environment staging became non-compliant, 1 of 1 artifact fails',
      'Environment staging became compliant, by 1 override: scan of shop/run-shop-1, member without end',
      'Environment staging became non-compliant, 1 of 1 artifact fails',
      'Environment staging became compliant',
    ])
  const draft = { ...rule, digest: 'none', merge_minutes: 0, days: 30 }
  const backtest = await app.call('POST', '/cairn/acme/notification-drafts/backtest', {
    json: draft,
  })
  expect(backtest.status, backtest.text).toBe(200)
  const events: { description: string; qualifiers: Qualifiers }[] = backtest.body.events
  expect(events.map(({ description }) => description)).toEqual(described().toReversed())
  expect(events.map(({ qualifiers }) => qualifiers.overridden)).toEqual([0, 0, 1, 0])
})

it('a message about an artifact says what carries its verdict, and that of its environment', async () => {
  const { app, report, keep, hook, pass } = place
  await keep.policy('built', provenanceYaml)
  await report.environment('listed')
  await keep.attach('listed', 'built')
  await report.run('listed', { odd: 1 })
  const rule = {
    name: 'listed',
    environments: ['listed'],
    triggers: ['ON_ALLOWED_ARTIFACT', 'ON_STARTED_ARTIFACT'],
    targets: [hook('/listed'), { type: 'SLACK', webhook: hook('/slack').webhook }],
  }
  const made = await app.call('POST', '/cairn/acme/notifications', { json: rule })
  expect(made.status, made.text).toBe(201)
  const steps = [
    () => keep.allow('listed', fingerprintOf('odd')),
    () => report.run('listed', {}),
    () => report.run('listed', { odd: 1 }),
  ]
  for (const step of steps) {
    pass(60)
    await step()
  }
  await expect.poll(() => place.peer.at('/listed').length, notificationDraft).toBe(2)
  const byAllowList = { status: 'compliant', qualifiers: { judged: 1, allow_listed: 1 } }
  for (const { text } of place.peer.at('/listed')) {
    expect(JSON.parse(text)).toMatchObject({ artifact: byAllowList })
  }
  expect(JSON.parse(place.peer.at('/listed').at(-1)?.text ?? '')).toMatchObject({
    event_type: 'ARTIFACT_STARTED',
    snapshot: byAllowList,
  })
  await expect.poll(() => place.peer.at('/slack').length, notificationDraft).toBe(2)
  for (const { text } of place.peer.at('/slack'))
    expect(text).toContain(', compliant, allow-listed')
})

it('a message that an environment became non-compliant counts what it does not name', async () => {
  const { app, report, keep, hook, pass } = place
  await keep.policy('known', provenanceYaml)
  await report.environment('many')
  const running = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`svc-${index}`, 1]))
  const rule = {
    name: 'many',
    environments: ['many'],
    triggers: ['ON_NON_COMPLIANT_ENV'],
    targets: [hook('/many')],
  }
  expect((await app.call('POST', '/cairn/acme/notifications', { json: rule })).status).toBe(201)
  await keep.attach('many', 'known')
  pass(60)
  await report.run('many', running)
  await expect.poll(() => place.peer.at('/many').length, notificationDraft).toBe(1)
  const [message] = place.peer.at('/many').map(({ text }) => JSON.parse(text))
  expect(message).toMatchObject({
    description: 'Environment many became non-compliant, 12 of 12 artifacts fail',
    artifact_counts: { non_compliant: 12, judged: 12 },
  })
  expect(message.reasons).toHaveLength(4)
  expect(message.reasons.at(-1)).toBe('and 9 more artifacts fail')
})

it('a message about a verdict that changes without a report says that the environment is silent', async () => {
  const { app, report, keep, hook, pass } = place
  await keep.policy('signed', provenanceYaml)
  await report.environment('mute')
  await report.environment('mutes', 'logical', { included_environments: ['mute'] })
  await keep.attach('mute', 'signed')
  const triggers = ['ON_COMPLIANT_ENV', 'ON_NON_COMPLIANT_ENV']
  const environments = ['mute', 'mutes']
  const rule = { name: 'mute', environments, triggers, targets: [hook('/mute')] }
  expect((await app.call('POST', '/cairn/acme/notifications', { json: rule })).status).toBe(201)
  await report.run('mute', { stray: 1 })
  pass(8 * 86_400)
  await keep.allow('mute', fingerprintOf('stray'))
  pass(60)
  await report.run('mute', { other: 1 })
  const messages = () => place.peer.at('/mute').map(({ text }) => JSON.parse(text))
  await expect.poll(messages, notificationDraft).toHaveLength(6)
  const told = messages().map(({ description, snapshot: { is_stale = false } }) =>
    [description, is_stale].join(': '),
  )
  const failed = 'became non-compliant, 1 of 1 artifact fails: false'
  expect(told.sort()).toEqual(
    ['mute', 'mutes']
      .flatMap((name) => [
        `Environment ${name} became compliant while silent, by 1 allow-list entry: true`,
        `Environment ${name} ${failed}`,
        `Environment ${name} ${failed}`,
      ])
      .sort(),
  )
})
