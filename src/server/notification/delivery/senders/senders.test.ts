import { expect, it } from 'vitest'
import { targetTraits, targetTypes } from '#contract/notification/notification-types.ts'
import type { HttpClient } from '#server/egress/http-client.ts'
import type { Payload } from '#server/notification/dispatch/payload.ts'
import { startMailServer } from '#server/testing/mail-server.ts'
import { makeSenders } from './index.ts'
import type { Emphasis } from './message.ts'

const url = 'https://cairn.example/acme/environments/prod'
const payload: Payload = {
  version: '1.0',
  timestamp: '1800000000',
  org: 'acme',
  environment: 'prod',
  description: 'Environment prod became non-compliant',
  event_type: 'ENVIRONMENT_NON_COMPLIANT',
  html_url: url,
  reasons: ['api lacks a scan'],
  snapshot: { index: '3', status: 'non-compliant', html_url: url, api_url: url },
  artifact: { name: 'api', fingerprint: 'f'.repeat(64), status: 'unknown', provenance: null },
  events: [{ ...({} as Payload), description: 'web starts in prod' }],
}

it.each(targetTypes)(
  '%s gets every part of a message, and reads what is sent again or as a test',
  async (type) => {
    const { mails, url: smtp, close } = await startMailServer()
    const posted: string[] = []
    const post: HttpClient['post'] = async (_url, headers, body) => {
      posted.push(JSON.stringify([headers, body]))
      return { status: 200, retryAfter: null, text: '' }
    }
    const senders = makeSenders({ post } as HttpClient, { url: smtp, from: 'cairn@acme.example' })
    const isMail = targetTraits[type].address === 'email'
    const address = isMail ? { email: ['a@acme.example'] } : { webhook: 'https://x.example/1' }
    const sent = async (emphasis: Emphasis) => {
      const message = { id: 'm-1', thread: 't', address, secrets: [], payload, emphasis, now: 0 }
      const reply = await senders[type].send(message)
      expect(reply.status).toBe(isMail ? 250 : 200)
      return (isMail ? mails.at(-1)?.text : posted.at(-1)) ?? ''
    }
    try {
      const { subject, body } = senders[type].render(payload, null)
      for (const part of [payload.description, 'prod', 'api', 'lacks a scan', 'web starts', url])
        expect(`${subject}${body}`).toContain(part)
      const [first, again, test] = [await sent(null), await sent('again'), await sent('test')]
      expect(first).not.toMatch(/\b(again|test)\b/i)
      expect(again).toMatch(/\bagain\b/i)
      expect(test).toMatch(/\btest\b/i)
    } finally {
      close()
    }
  },
)
