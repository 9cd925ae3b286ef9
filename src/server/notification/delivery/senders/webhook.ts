import { createHmac } from 'node:crypto'
import type { HttpClient } from '#server/egress/http-client.ts'
import { type Message, type Sender, unreadable } from './message.ts'

const render: Sender['render'] = (payload) => ({
  subject: null,
  body: JSON.stringify(payload),
  html: null,
})

/** Sends the payload as it is, signed as in Standard Webhooks. */
export function webhookSender(httpClient: HttpClient): Sender {
  return {
    render,
    async send(message) {
      if (!('webhook' in message.address)) return unreadable
      const { body } = render(message.payload, message.emphasis)
      return httpClient.post(message.address.webhook, signedHeaders(message, body), body)
    },
  }
}

function signedHeaders({ id, secrets, now, emphasis }: Message, body: string) {
  const timestamp = String(Math.floor(now))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`)
    return `v1,${hmac.digest('base64')}`
  })
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Cairn',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
    ...(emphasis !== null && { 'cairn-delivery': emphasis }),
  }
}
