import { type AddressInfo, createServer } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import type { Payload } from '#server/notification/dispatch/payload.ts'
import { startMailServer } from '#server/testing/mail-server.ts'
import { emailSender } from './email.ts'
import type { Message } from './message.ts'

const servers: { close(): void }[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** A mail server on loopback, and its URL. */
async function mailServer(refuse = false) {
  const { mails, state, url, close } = await startMailServer()
  servers.push({ close })
  state.refuse = refuse
  return { mails, state, mail: { url, from: 'cairn@acme.example' } }
}

const message = (description: string, email = ['ops@acme.example', 'dev@acme.example']) => {
  const payload: Payload = {
    version: '1.0',
    timestamp: '1800000000',
    org: 'acme',
    environment: 'prod',
    description,
    event_type: 'ARTIFACT_STARTED',
    html_url: 'https://c.example/3',
    reasons: ['Policy <i>strict</i> requires provenance'],
    snapshot: { index: '3', status: 'unknown', html_url: 'https://c.example/3', api_url: '' },
    artifact: {
      name: description,
      fingerprint: 'f'.repeat(64),
      status: 'unknown',
      provenance: null,
    },
  }
  const id = 'm-1'
  const place = { thread: 'environment-e-1', address: { email } }
  return { id, ...place, secrets: [], payload, emphasis: null, now: 0 } satisfies Message
}

it('sends a mail with text and HTML, threaded by environment', async () => {
  const { mails, mail } = await mailServer()
  expect(await emailSender(mail).send(message('Artifact <b>shop</b> started'))).toMatchObject({
    status: 250,
  })
  expect(mails).toHaveLength(1)
  const [{ to, text } = { to: [], text: '' }] = mails
  expect(to).toEqual(['ops@acme.example', 'dev@acme.example'])
  for (const header of [
    'Subject: [acme] Artifact <b>shop</b> started',
    'Message-ID: <m-1@acme.example>',
    'In-Reply-To: <environment-e-1@acme.example>',
    'References: <environment-e-1@acme.example>',
    'text/plain',
    'text/html',
  ]) {
    expect(text).toContain(header)
  }
  expect(text.split('text/html')[1]).toContain('&lt;b&gt;shop')
  expect(text.split('text/html')[1]).not.toContain('<b>')
})

it('allows no line break in a header', async () => {
  const { mails, mail } = await mailServer()
  await emailSender(mail).send(message('shop\r\nBcc: evil@evil.example\r\n\r\nHello'))
  const [head = ''] = String(mails[0]?.text).split('\r\n\r\n')
  expect(head).not.toMatch(/^Bcc:/m)
  expect(mails[0]?.to).not.toContain('evil@evil.example')
})

it('reports why a mail was refused', async () => {
  const { mail } = await mailServer(true)
  expect(await emailSender(mail).send(message('x'))).toMatchObject({
    status: null,
    error: expect.stringContaining('Mailbox full'),
  })
  expect(await emailSender(null).send(message('x'))).toMatchObject({
    status: null,
    error: expect.stringContaining('SMTP_URL'),
  })
})

it('does not call a mail delivered that was refused for one of its recipients', async () => {
  const { mails, state, mail } = await mailServer()
  state.refusedAddress = 'dev@acme.example'
  expect(await emailSender(mail).send(message('x'))).toEqual({
    status: null,
    error: 'Sent, but refused for dev@acme.example: 550 No such user',
    isPartial: true,
  })
  expect(mails.map(({ to }) => to)).toEqual([['ops@acme.example']])
})

it('times out on a server that does not answer', async () => {
  const silent = createServer()
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  servers.push(silent)
  const { port } = silent.address() as AddressInfo
  const mail = { url: `smtp://127.0.0.1:${port}`, from: 'cairn@acme.example' }
  expect(await emailSender(mail, 200).send(message('x'))).toMatchObject({ status: null })
})

it('loads what sends mail again, where that failed once', async () => {
  const { mail } = await mailServer()
  const sender = emailSender(mail)
  vi.doMock('nodemailer', () => {
    throw new Error('gone')
  })
  expect(await sender.send(message('x'))).toEqual({
    status: null,
    error: 'Cairn could not load what it sends mail with',
  })
  vi.doUnmock('nodemailer')
  expect(await sender.send(message('x'))).toMatchObject({ status: 250 })
})
