import { afterAll, beforeAll, expect, it } from 'vitest'
import { startMailServer } from '#server/testing/mail-server.ts'
import { startNotifyingApp, notificationDraft as wait } from '#server/testing/notifying-app.ts'
import { provenanceYaml } from '#server/testing/policies.ts'
import { fakeSlack } from '#server/testing/slack.ts'

const path = '/cairn/acme/notifications'

let place: Awaited<ReturnType<typeof startNotifyingApp>>
let post: Awaited<ReturnType<typeof startMailServer>>
/** Addresses that a host name resolves to, one resolution after the other; the last for ever. */
const found: Record<string, string[]> = {
  'turns.example': ['93.184.216.34', '10.0.0.5'],
}
beforeAll(async () => {
  post = await startMailServer()
  place = await startNotifyingApp({
    resolve: async (host) => {
      const addresses = found[host] ?? ['127.0.0.1']
      const address = addresses.length > 1 ? addresses.shift() : addresses[0]
      return [{ address: address ?? '', family: 4 }]
    },
    environment: { SMTP_URL: post.url, CAIRN_MAIL_FROM: 'cairn@acme.example' },
  })
})
afterAll(async () => {
  post.close()
  await place.close()
})

const make = async (name: string, targets: object[], triggers = ['ON_STARTED_ARTIFACT']) => {
  await place.report.environment(name)
  const json = { name, environments: [name], triggers, targets }
  const { status, body } = await place.app.call('POST', path, { json })
  expect(status).toBe(201)
  return body.number as number
}
const newest = async (number: number) =>
  (await place.app.call('GET', `${path}/${number}/deliveries`)).body.deliveries[0]

it('waits as long as an overloaded target asks for', async () => {
  place.peer.answer('/busy', (response) => response.writeHead(429, { 'retry-after': '120' }).end())
  const number = await make('busy', [place.hook('/busy')])
  await place.report.run('busy', { 'a:1': 1 })
  await expect.poll(async () => (await newest(number))?.attempt_count, wait).toBe(1)
  const { next_at, last_attempt } = await newest(number)
  expect(last_attempt.status).toBe(429)
  expect(next_at - last_attempt.at).toBeGreaterThan(119)
  place.peer.answer('/busy', (response) => response.end())
  place.pass(60)
  expect(place.peer.at('/busy').length).toBe(1)
  place.pass(70)
  await expect.poll(async () => (await newest(number)).state, wait).toBe('delivered')
})

it('follows no redirect, least of all to a private address', async () => {
  place.peer.answer('/moved', (response) =>
    response.writeHead(301, { location: place.peer.url('/inside') }).end(),
  )
  const number = await make('moved', [place.hook('/moved')])
  await place.report.run('moved', { 'a:1': 1 })
  await expect.poll(async () => (await newest(number))?.last_attempt?.status, wait).toBe(301)
  expect(place.peer.at('/inside')).toEqual([])
})

it('sends nothing to a name that was public when saved and now resolves to an internal address', async () => {
  const webhook = 'http://turns.example/in'
  const number = await make('turned', [{ type: 'WEBHOOK', webhook }])
  await place.report.run('turned', { 'a:1': 1 })
  await expect
    .poll(async () => (await newest(number))?.last_attempt?.error, wait)
    .toMatch(/private network/)
})

it.each([
  ['resets', (response: { socket: unknown }) => (response.socket as { destroy(): void }).destroy()],
])('logs the failure of a target that %s', async (name, how) => {
  place.peer.answer(`/${name}`, how as never)
  const number = await make(name, [place.hook(`/${name}`)])
  await place.report.run(name, { 'a:1': 1 })
  await expect.poll(async () => (await newest(number))?.last_attempt?.error, wait).toMatch(/./)
})

it("stays within Slack's limits, whatever the names are", async () => {
  place.peer.answer('/slack', fakeSlack)
  await place.keep.policy('strict', provenanceYaml)
  const triggers = ['ON_STARTED_ARTIFACT', 'ON_NON_COMPLIANT_ENV']
  const number = await make(
    'slack',
    [{ type: 'SLACK', webhook: place.peer.url('/slack') }],
    triggers,
  )
  await place.keep.attach('slack', 'strict')
  await place.report.run('slack', { [`<!channel> & ${'&'.repeat(900)}:1`]: 1, '<@U1>:2': 1 })
  await expect.poll(() => place.peer.at('/slack').length, wait).toBe(3)
  await expect.poll(async () => (await newest(number)).state, wait).toBe('delivered')
  const { body } = await place.app.call('GET', `${path}/${number}/deliveries?state=delivered`)
  expect(body.deliveries.length).toBe(3)
  const last = place.peer.at('/slack').at(-1)?.text ?? ''
  for (const part of [
    'non-compliant',
    '*Why*',
    'requires provenance',
    '/environments/slack/snap',
  ]) {
    expect(last).toContain(part)
  }
})

it('sends mail, threaded by environment, and retries refused mail', async () => {
  post.state.refuse = true
  const target = { type: 'EMAIL', email: ['ops@acme.example', 'dev@acme.example'] }
  const number = await make('mailed', [target])
  await place.report.run('mailed', { 'a:1': 1 })
  await expect
    .poll(async () => (await newest(number))?.last_attempt?.error, wait)
    .toContain('Mailbox full')
  post.state.refuse = false
  place.pass(6)
  await expect.poll(() => post.mails.length, wait).toBe(1)
  await place.report.run('mailed', { 'b:1': 1 })
  await expect.poll(() => post.mails.length, wait).toBe(2)
  expect(post.mails[0]?.to).toEqual(['ops@acme.example', 'dev@acme.example'])
  const threads = post.mails.map(({ text }) => /^References: (.*)$/m.exec(text)?.[1])
  expect(threads[0]).toMatch(/^<environment-.*@acme\.example>\r?$/)
  expect(threads[1]).toBe(threads[0])
  const { message_id } = await newest(number)
  expect(post.mails[1]?.text).toContain(`Message-ID: <${message_id}@acme.example>`)
})

it('says that a mail is refused for some, and sends it to the others only once', async () => {
  post.mails.length = 0
  post.state.refusedAddress = 'left@acme.example'
  const target = { type: 'EMAIL', email: ['stays@acme.example', 'left@acme.example'] }
  const number = await make('partly-mailed', [target])
  await place.report.run('partly-mailed', { 'a:1': 1 })
  await expect.poll(async () => (await newest(number))?.state, wait).toBe('failed')
  expect((await newest(number)).last_attempt.error).toContain('refused for left@acme.example')
  const shown = `/organizations/acme/environments_notifications/${number}`
  expect((await place.app.call('GET', shown)).body.is_failing).toBe(true)
  // The next message does not wait for the one before.
  await place.report.run('partly-mailed', { 'b:1': 1 })
  await expect
    .poll(() => post.mails.map(({ to }) => to), wait)
    .toEqual([['stays@acme.example'], ['stays@acme.example']])
  post.state.refusedAddress = ''
})
