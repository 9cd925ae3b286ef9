import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../testing/app.ts'
import { environmentReporter } from '../testing/environments.ts'
import { startMailServer } from '../testing/mail-server.ts'
import { policyKeeper, provenanceYaml } from '../testing/policies.ts'
import { startReceiver } from '../testing/receiver.ts'
import { answerAsSlack } from '../testing/slack.ts'

const path = '/cairn/acme/notifications'
const wait = { timeout: 15_000, interval: 25 }

let app: TestApp
let report: ReturnType<typeof environmentReporter>
let peer: Awaited<ReturnType<typeof startReceiver>>
let post: Awaited<ReturnType<typeof startMailServer>>
/** Seconds by which the service's clock is ahead. */
let ahead = 0
/** What a name of a host resolves to, time after time; the last for ever. */
const found: Record<string, string[]> = {
  'turns.example': ['93.184.216.34', '10.0.0.5'],
}
beforeAll(async () => {
  peer = await startReceiver()
  post = await startMailServer()
  app = await startTestApp({
    clock: () => Date.now() / 1000 + ahead,
    resolve: async (host) => {
      const addresses = found[host] ?? ['127.0.0.1']
      const address = addresses.length > 1 ? addresses.shift() : addresses[0]
      return [{ address: address ?? '', family: 4 }]
    },
    environment: {
      CAIRN_WEBHOOK_ALLOW: '127.0.0.0/8',
      SMTP_URL: post.url,
      CAIRN_MAIL_FROM: 'cairn@acme.example',
    },
  })
  report = environmentReporter(app)
})
afterAll(async () => {
  peer.close()
  post.close()
  await app.close()
})

const make = async (name: string, targets: object[], triggers = ['ON_STARTED_ARTIFACT']) => {
  await report.environment(name)
  const json = { name, environments: [name], triggers, targets }
  const { status, body } = await app.call('POST', path, { json })
  expect(status).toBe(201)
  return body.number as number
}
const newest = async (number: number) =>
  (await app.call('GET', `${path}/${number}/deliveries`)).body.deliveries[0]
const hook = (at: string) => ({ type: 'WEBHOOK', webhook: peer.url(at) })

it('waits as long as a target asks for that is asked too much', async () => {
  peer.answer('/busy', (response) => response.writeHead(429, { 'retry-after': '120' }).end())
  const number = await make('busy', [hook('/busy')])
  await report.run('busy', { 'a:1': 1 })
  await expect.poll(async () => (await newest(number))?.attempt_count, wait).toBe(1)
  const { next_at, last_attempt } = await newest(number)
  expect(last_attempt.status).toBe(429)
  expect(next_at - last_attempt.at).toBeGreaterThan(119)
  peer.answer('/busy', (response) => response.end())
  ahead += 60
  expect(peer.at('/busy').length).toBe(1)
  ahead += 70
  await expect.poll(async () => (await newest(number)).state, wait).toBe('delivered')
})

it('follows no redirect, to a private address least of all', async () => {
  peer.answer('/moved', (response) =>
    response.writeHead(301, { location: peer.url('/inside') }).end(),
  )
  const number = await make('moved', [hook('/moved')])
  await report.run('moved', { 'a:1': 1 })
  await expect.poll(async () => (await newest(number))?.last_attempt?.status, wait).toBe(301)
  expect(peer.at('/inside')).toEqual([])
})

it('goes nowhere when a name that was public when it was saved leads inside', async () => {
  const webhook = 'http://turns.example/in'
  const number = await make('turned', [{ type: 'WEBHOOK', webhook }])
  await report.run('turned', { 'a:1': 1 })
  await expect
    .poll(async () => (await newest(number))?.last_attempt?.error, wait)
    .toMatch(/private network/)
})

it.each([
  ['resets', (response: { socket: unknown }) => (response.socket as { destroy(): void }).destroy()],
])('tells what a target does that %s', async (name, how) => {
  peer.answer(`/${name}`, how as never)
  const number = await make(name, [hook(`/${name}`)])
  await report.run(name, { 'a:1': 1 })
  await expect.poll(async () => (await newest(number))?.last_attempt?.error, wait).toMatch(/./)
})

it('tells Slack within its limits, whatever things are called', async () => {
  peer.answer('/slack', answerAsSlack)
  const keep = policyKeeper(app)
  await keep.policy('strict', provenanceYaml)
  const triggers = ['ON_STARTED_ARTIFACT', 'ON_NON_COMPLIANT_ENV']
  const number = await make('slack', [{ type: 'SLACK', webhook: peer.url('/slack') }], triggers)
  await keep.attach('slack', 'strict')
  await report.run('slack', { [`<!channel> & ${'&'.repeat(900)}:1`]: 1, '<@U1>:2': 1 })
  await expect.poll(() => peer.at('/slack').length, wait).toBe(3)
  await expect.poll(async () => (await newest(number)).state, wait).toBe('delivered')
  const { body } = await app.call('GET', `${path}/${number}/deliveries?state=delivered`)
  expect(body.deliveries.length).toBe(3)
  const last = peer.at('/slack').at(-1)?.text ?? ''
  for (const part of [
    'non-compliant',
    '*Why*',
    'requires provenance',
    '/environments/slack/snap',
  ]) {
    expect(last).toContain(part)
  }
})

it('mails people, threaded by environment, and tries again what is not taken', async () => {
  post.state.refuse = true
  const target = { type: 'EMAIL', email: ['ops@acme.example', 'dev@acme.example'] }
  const number = await make('mailed', [target])
  await report.run('mailed', { 'a:1': 1 })
  await expect
    .poll(async () => (await newest(number))?.last_attempt?.error, wait)
    .toContain('Mailbox full')
  post.state.refuse = false
  ahead += 6
  await expect.poll(() => post.mails.length, wait).toBe(1)
  await report.run('mailed', { 'b:1': 1 })
  await expect.poll(() => post.mails.length, wait).toBe(2)
  expect(post.mails[0]?.to).toEqual(['ops@acme.example', 'dev@acme.example'])
  const threads = post.mails.map(({ text }) => /^References: (.*)$/m.exec(text)?.[1])
  expect(threads[0]).toMatch(/^<environment-.*@acme\.example>\r?$/)
  expect(threads[1]).toBe(threads[0])
  const { message_id } = await newest(number)
  expect(post.mails[1]?.text).toContain(`Message-ID: <${message_id}@acme.example>`)
})
