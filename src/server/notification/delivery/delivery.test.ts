import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noQualifiers } from '#contract/verdict/qualifiers.ts'
import { startNotifyingApp, notificationDraft as wait } from '#server/testing/notifying-app.ts'
import { provenanceYaml } from '#server/testing/policies.ts'
import { fingerprintOf } from '#server/testing/reporter.ts'

const path = '/organizations/acme/environments_notifications'

let place: Awaited<ReturnType<typeof startNotifyingApp>>
beforeAll(async () => {
  place = await startNotifyingApp()
})
afterAll(() => place.close())

const watch = async (name: string, triggers: string[], targets: object[]) => {
  const json = { name, type: 'env', environments: [name], triggers, targets }
  expect(await place.app.call('PUT', path, { json })).toMatchObject({ status: 200 })
  const { body } = await place.app.call('GET', path)
  return body.find((one: { name: string }) => one.name === name).number as number
}
const read = async (number: number) => (await place.app.call('GET', `${path}/${number}`)).body
const typesAt = (at: string) => place.peer.at(at).map(({ text }) => JSON.parse(text).event_type)

describe('a webhook', () => {
  it('receives started, stopped and scaled artifacts, with provenance, signed', async () => {
    await place.report.flow('shop')
    await place.report.build('shop', 'shop:1')
    await place.report.environment('told', 'server', { include_scaling: true })
    const all = ['ON_STARTED_ARTIFACT', 'ON_EXITED_ARTIFACT', 'ON_SCALED_ARTIFACT']
    const number = await watch('told', all, [place.hook('/told')])
    await place.report.run('told', { 'shop:1': 1 })
    await place.report.run('told', { 'shop:1': 3 })
    await place.report.run('told', { 'other:1': 1 })
    await expect.poll(() => typesAt('/told').length, wait).toBe(4)
    expect(typesAt('/told').slice(0, 2)).toEqual(['ARTIFACT_STARTED', 'ARTIFACT_SCALED'])
    expect(typesAt('/told').slice(2).toSorted()).toEqual(['ARTIFACT_EXITED', 'ARTIFACT_STARTED'])
    const [first] = place.peer.at('/told')
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
        qualifiers: noQualifiers,
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
    const { secret } = (await place.app.call('GET', `${path}/${number}/secret`)).body
    for (const { text, headers } of place.peer.at('/told')) {
      new Webhook(secret).verify(text, headers as Record<string, string>)
    }
    expect(new Set(place.peer.at('/told').map(({ headers }) => headers['webhook-id'])).size).toBe(4)
    await expect.poll(async () => (await read(number)).is_failing, wait).toBe(false)
    expect((await read(number)).last_success_timestamp).toBeGreaterThan(1)
  })

  it('is signed by both secrets for a day after a rotation', async () => {
    await place.report.environment('turned')
    const number = await watch('turned', ['ON_STARTED_ARTIFACT'], [place.hook('/turned')])
    const { secret: before } = (await place.app.call('GET', `${path}/${number}/secret`)).body
    const { secret: after } = (await place.app.call('POST', `${path}/${number}/secret/rotate`)).body
    await place.report.run('turned', { 'a:1': 1 })
    await expect.poll(() => place.peer.at('/turned').length, wait).toBe(1)
    const [{ text, headers } = { text: '', headers: {} }] = place.peer.at('/turned')
    for (const secret of [before, after]) {
      new Webhook(secret).verify(text, headers as Record<string, string>)
    }
  })

  it('receives states: non-compliant at first, compliant only afterwards, and allowed artifacts', async () => {
    await place.report.environment('ruled')
    await place.keep.policy('strict', provenanceYaml)
    await place.keep.attach('ruled', 'strict')
    const states = ['ON_NON_COMPLIANT_ENV', 'ON_COMPLIANT_ENV', 'ON_ALLOWED_ARTIFACT']
    await watch('ruled', states, [place.hook('/ruled')])
    await place.report.run('ruled', { 'rogue:1': 1 })
    await expect.poll(() => typesAt('/ruled'), wait).toEqual(['ENVIRONMENT_NON_COMPLIANT'])
    await place.keep.allow('ruled', fingerprintOf('rogue:1'))
    await expect
      .poll(() => typesAt('/ruled').slice(1), wait)
      .toEqual(['ARTIFACT_ALLOWED', 'ENVIRONMENT_COMPLIANT'])
    const [bad, allowed] = place.peer.at('/ruled').map(({ text }) => JSON.parse(text))
    expect(bad.reasons).toEqual([
      "rogue:1: Policy 'strict' requires provenance: no flow holds the artifact",
    ])
    expect(bad.snapshot.status).toBe('non-compliant')
    expect(allowed).toMatchObject({ artifact: { status: 'compliant' }, reasons: [] })
  })
})

describe('a target that refuses', () => {
  it('is retried with the same id, shows as failing, and recovers', async () => {
    await place.report.environment('flaky')
    place.peer.answer('/flaky', (response) => response.writeHead(500).end('broken'))
    const number = await watch('flaky', ['ON_STARTED_ARTIFACT'], [place.hook('/flaky')])
    await place.report.run('flaky', { 'a:1': 1 })
    for (const [index, seconds] of [6, 400].entries()) {
      await expect.poll(() => place.peer.at('/flaky').length, wait).toBe(index + 1)
      await expect
        .poll(async () => (await read(number)).targets[0].last_failure_at, wait)
        .toBeGreaterThan(0)
      const tried = 'select 1 from delivery_attempt where response = $1'
      await expect
        .poll(async () => (await place.app.query(tried, ['broken'])).length, wait)
        .toBe(index + 1)
      expect((await read(number)).is_failing).toBe(false)
      // Nothing was ever delivered there: it never worked.
      const page = await place.app.call('GET', `/cairn/acme/notifications/${number}`)
      expect(page.body.health).toBe('failing')
      place.pass(seconds)
    }
    await expect.poll(async () => (await read(number)).is_failing, wait).toBe(true)
    place.peer.answer('/flaky', (response) => response.end())
    place.pass(2000)
    await expect.poll(async () => (await read(number)).is_failing, wait).toBe(false)
    expect(new Set(place.peer.at('/flaky').map(({ headers }) => headers['webhook-id'])).size).toBe(
      1,
    )
    expect(place.peer.at('/flaky').length).toBe(4)
    const { text } = await place.app.call('GET', '//metrics', { key: 'admin' })
    expect(Number(/cairn_deliveries_failed_total (\d+)/.exec(text)?.[1])).toBeGreaterThanOrEqual(3)
  })

  it('gets what waits for it at once when it accepts a test, which counts as sent', async () => {
    await place.report.environment('mended')
    place.peer.answer('/mended', (response) => response.writeHead(500).end())
    const number = await watch('mended', ['ON_STARTED_ARTIFACT'], [place.hook('/mended')])
    const page = async () =>
      (await place.app.call('GET', `/cairn/acme/notifications/${number}`)).body
    await place.report.run('mended', { 'a:1': 1 })
    await expect.poll(async () => (await page()).health, wait).toBe('failing')
    expect(await page()).toMatchObject({ sent_count: 0, targets: [{ waiting_count: 1 }] })
    place.peer.answer('/mended', (response) => response.end())
    const test = `/cairn/acme/notifications/${number}/test`
    expect(await place.app.call('POST', test, { json: {} })).toMatchObject({ status: 200 })
    await expect.poll(async () => (await page()).sent_count, wait).toBe(2)
    expect(await page()).toMatchObject({ health: 'working', targets: [{ waiting_count: 0 }] })
    place.pass(7 * 86_400)
    expect(await page()).toMatchObject({ sent_count: 0 })
  })

  it('gets nothing after 410, until somebody edits it', async () => {
    await place.report.environment('gone')
    place.peer.answer('/gone', (response) => response.writeHead(410).end())
    const number = await watch('gone', ['ON_STARTED_ARTIFACT'], [place.hook('/gone')])
    await place.report.run('gone', { 'a:1': 1 })
    await expect.poll(async () => (await read(number)).targets[0].is_disabled, wait).toBe(true)
    expect((await read(number)).is_failing).toBe(true)
    await place.report.run('gone', { 'b:1': 1 })
    const given =
      "select 1 from delivery where notification_id in (select id from notification where name = 'gone') and state = 'failed'"
    await expect.poll(async () => (await place.app.query(given)).length, wait).toBe(2)
    expect(place.peer.at('/gone').length).toBe(1)
    place.peer.answer('/gone', (response) => response.end())
    await watch('gone', ['ON_STARTED_ARTIFACT'], [place.hook('/gone')])
    await place.report.run('gone', { 'c:1': 1 })
    await expect.poll(() => place.peer.at('/gone').length, wait).toBe(2)
  })

  it('delays neither other targets nor the report when it hangs', async () => {
    await place.report.environment('hung')
    place.peer.answer('/hung', () => undefined)
    await watch('hung', ['ON_STARTED_ARTIFACT'], [place.hook('/hung'), place.hook('/swift')])
    for (const name of ['a:1', 'b:1', 'c:1']) await place.report.run('hung', { [name]: 1 })
    await expect.poll(() => place.peer.at('/swift').length, wait).toBe(3)
    await expect.poll(() => place.peer.at('/hung').length, wait).toBe(1)
    const received = place.peer.at('/swift').map(({ text }) => JSON.parse(text).artifact.name)
    expect(received).toEqual(['a:1', 'b:1', 'c:1'])
  })
})
