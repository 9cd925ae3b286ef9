import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../testing/app.ts'
import { environmentReporter } from '../testing/environments.ts'
import { policyKeeper, provenanceYaml } from '../testing/policies.ts'
import { fingerprintOf } from '../testing/reporter.ts'
import { startReceiver } from '../testing/receiver.ts'

const path = '/organizations/acme/environments_notifications'
const wait = { timeout: 10_000, interval: 25 }

let app: TestApp
let report: ReturnType<typeof environmentReporter>
let peer: Awaited<ReturnType<typeof startReceiver>>
/** Seconds by which the service's clock is ahead. */
let ahead = 0
beforeAll(async () => {
  peer = await startReceiver()
  app = await startTestApp({
    clock: () => Date.now() / 1000 + ahead,
    environment: { CAIRN_WEBHOOK_ALLOW: '127.0.0.0/8' },
  })
  report = environmentReporter(app)
})
afterAll(async () => {
  peer.close()
  await app.close()
})

const watch = async (name: string, triggers: string[], targets: object[]) => {
  const json = { name, type: 'env', environments: [name], triggers, targets }
  expect(await app.call('PUT', path, { json })).toMatchObject({ status: 200 })
  const { body } = await app.call('GET', path)
  return body.find((one: { name: string }) => one.name === name).number as number
}
const hook = (name: string) => ({ type: 'WEBHOOK', webhook: peer.url(name) })
const read = async (number: number) => (await app.call('GET', `${path}/${number}`)).body
const typesAt = (at: string) => peer.at(at).map(({ text }) => JSON.parse(text).event_type)

describe('a webhook', () => {
  it('is told of what starts, stops and is scaled, with provenance, signed', async () => {
    await report.flow('shop')
    await report.build('shop', 'shop:1')
    await report.environment('told', 'server', { include_scaling: true })
    const all = ['ON_STARTED_ARTIFACT', 'ON_EXITED_ARTIFACT', 'ON_SCALED_ARTIFACT']
    const number = await watch('told', all, [hook('/told')])
    await report.run('told', { 'shop:1': 1 })
    await report.run('told', { 'shop:1': 3 })
    await report.run('told', { 'other:1': 1 })
    await expect.poll(() => typesAt('/told').length, wait).toBe(4)
    expect(typesAt('/told').slice(0, 2)).toEqual(['ARTIFACT_STARTED', 'ARTIFACT_SCALED'])
    expect(typesAt('/told').slice(2).toSorted()).toEqual(['ARTIFACT_EXITED', 'ARTIFACT_STARTED'])
    const [first] = peer.at('/told')
    expect(JSON.parse(first?.text ?? '')).toEqual({
      version: '1.0',
      timestamp: expect.stringMatching(/^\d+$/),
      org: 'acme',
      environment: 'told',
      description: 'Artifact shop:1 started in environment told',
      event_type: 'ARTIFACT_STARTED',
      html_url: 'http://localhost:8080/acme/environments/told/snapshots/1',
      reasons: [],
      snapshot: {
        index: '1',
        status: 'unknown',
        html_url: 'http://localhost:8080/acme/environments/told/snapshots/1',
        api_url: 'http://localhost:8080/api/v2/snapshots/acme/told/1',
      },
      artifact: {
        name: 'shop:1',
        fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
        status: 'unknown',
        provenance: expect.objectContaining({ flow: 'shop', commit: '1'.repeat(40) }),
      },
    })
    const { secret } = (await app.call('GET', `${path}/${number}/secret`)).body
    for (const { text, headers } of peer.at('/told')) {
      new Webhook(secret).verify(text, headers as Record<string, string>)
    }
    expect(new Set(peer.at('/told').map(({ headers }) => headers['webhook-id'])).size).toBe(4)
    await expect.poll(async () => (await read(number)).is_failing, wait).toBe(false)
    expect((await read(number)).last_success_timestamp).toBeGreaterThan(1)
  })

  it('is signed by both secrets for a day after a rotation', async () => {
    await report.environment('turned')
    const number = await watch('turned', ['ON_STARTED_ARTIFACT'], [hook('/turned')])
    const { secret: before } = (await app.call('GET', `${path}/${number}/secret`)).body
    const { secret: after } = (await app.call('POST', `${path}/${number}/secret/rotate`)).body
    await report.run('turned', { 'a:1': 1 })
    await expect.poll(() => peer.at('/turned').length, wait).toBe(1)
    const [{ text, headers } = { text: '', headers: {} }] = peer.at('/turned')
    for (const secret of [before, after]) {
      new Webhook(secret).verify(text, headers as Record<string, string>)
    }
  })

  it('is told of states: non-compliant at first, compliant only afterwards, and of the allowed', async () => {
    await report.environment('judged')
    const keep = policyKeeper(app)
    await keep.policy('strict', provenanceYaml)
    await keep.attach('judged', 'strict')
    const states = ['ON_NON_COMPLIANT_ENV', 'ON_COMPLIANT_ENV', 'ON_ALLOWED_ARTIFACT']
    await watch('judged', states, [hook('/judged')])
    await report.run('judged', { 'rogue:1': 1 })
    await expect.poll(() => typesAt('/judged'), wait).toEqual(['ENVIRONMENT_NON_COMPLIANT'])
    await keep.allow('judged', fingerprintOf('rogue:1'))
    await expect
      .poll(() => typesAt('/judged').slice(1), wait)
      .toEqual(['ARTIFACT_ALLOWED', 'ENVIRONMENT_COMPLIANT'])
    const [bad, allowed] = peer.at('/judged').map(({ text }) => JSON.parse(text))
    expect(bad.reasons).toEqual([
      "rogue:1: Policy 'strict' requires provenance: no flow holds the artifact",
    ])
    expect(bad.snapshot.status).toBe('non-compliant')
    expect(allowed).toMatchObject({ artifact: { status: 'compliant' }, reasons: [] })
  })
})

describe('a target that does not take it', () => {
  it('is tried again under the same id, shows failing, and recovers', async () => {
    await report.environment('flaky')
    peer.answer('/flaky', (response) => response.writeHead(500).end('broken'))
    const number = await watch('flaky', ['ON_STARTED_ARTIFACT'], [hook('/flaky')])
    await report.run('flaky', { 'a:1': 1 })
    for (const [index, seconds] of [6, 400].entries()) {
      await expect.poll(() => peer.at('/flaky').length, wait).toBe(index + 1)
      await expect
        .poll(async () => (await read(number)).targets[0].last_failure_at, wait)
        .toBeGreaterThan(0)
      const tried = 'select 1 from delivery_attempt where response = $1'
      await expect
        .poll(async () => (await app.query(tried, ['broken'])).length, wait)
        .toBe(index + 1)
      expect((await read(number)).is_failing).toBe(false)
      ahead += seconds
    }
    await expect.poll(async () => (await read(number)).is_failing, wait).toBe(true)
    peer.answer('/flaky', (response) => response.end())
    ahead += 2000
    await expect.poll(async () => (await read(number)).is_failing, wait).toBe(false)
    expect(new Set(peer.at('/flaky').map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(peer.at('/flaky').length).toBe(4)
  })

  it('is told nothing more when it is gone, until somebody edits it', async () => {
    await report.environment('gone')
    peer.answer('/gone', (response) => response.writeHead(410).end())
    const number = await watch('gone', ['ON_STARTED_ARTIFACT'], [hook('/gone')])
    await report.run('gone', { 'a:1': 1 })
    await expect.poll(async () => (await read(number)).targets[0].is_disabled, wait).toBe(true)
    expect((await read(number)).is_failing).toBe(true)
    await report.run('gone', { 'b:1': 1 })
    const given =
      "select 1 from delivery where notification_id in (select id from notification where name = 'gone') and state = 'failed'"
    await expect.poll(async () => (await app.query(given)).length, wait).toBe(2)
    expect(peer.at('/gone').length).toBe(1)
    peer.answer('/gone', (response) => response.end())
    await watch('gone', ['ON_STARTED_ARTIFACT'], [hook('/gone')])
    await report.run('gone', { 'c:1': 1 })
    await expect.poll(() => peer.at('/gone').length, wait).toBe(2)
  })

  it('holds up no other, nor the report, when it hangs', async () => {
    await report.environment('hung')
    peer.answer('/hung', () => undefined)
    await watch('hung', ['ON_STARTED_ARTIFACT'], [hook('/hung'), hook('/swift')])
    for (const name of ['a:1', 'b:1', 'c:1']) await report.run('hung', { [name]: 1 })
    await expect.poll(() => peer.at('/swift').length, wait).toBe(3)
    expect(peer.at('/hung').length).toBe(1)
    const told = peer.at('/swift').map(({ text }) => JSON.parse(text).artifact.name)
    expect(told).toEqual(['a:1', 'b:1', 'c:1'])
  })
})
