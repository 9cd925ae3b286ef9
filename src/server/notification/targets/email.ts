import { createTransport } from 'nodemailer'
import type { Config } from '../../config.ts'
import type { Reply } from '../../outgoing/outgoing.ts'
import { renderMail } from './mail-text.ts'
import { type Message, type Sender, unreadable } from './message.ts'

/** Milliseconds for talking to the mail server, all in all (wire.md 20). */
const patience = 15_000
/** What an SMTP answer of a mail that was taken comes to. */
const accepted = 250

/** Sends a mail with a text and an HTML part, threaded by environment. */
export function emailSender(mail: Config['mail'], timeLimit = patience): Sender {
  if (!mail) {
    const error = 'There is no mail server: the operator has not set SMTP_URL'
    return { render: renderMail, send: async () => ({ status: null, error }) }
  }
  const transport = createTransport({
    url: mail.url,
    connectionTimeout: timeLimit,
    greetingTimeout: timeLimit,
    socketTimeout: timeLimit,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    render: renderMail,
    async send(message): Promise<Reply> {
      if (!('email' in message.address)) return unreadable
      const sending = transport.sendMail({
        from: { name: 'Cairn', address: mail.from },
        to: message.address.email.map((address) => ({ name: '', address })),
        ...mailOf(message, mail.from),
      })
      try {
        // Each step has its limit; a server that drips through all of them has this one.
        const sent = await Promise.race([sending, timeUp(timeLimit)])
        return { status: accepted, retryAfter: null, text: String(sent.response).slice(0, 1000) }
      } catch (error) {
        sending.catch(() => undefined)
        return { status: null, error: (error as Error).message.slice(0, 1000) }
      }
    },
  }
}

const timeUp = (milliseconds: number) =>
  new Promise<never>((_resolve, reject) => {
    const words = `No answer within ${milliseconds / 1000} seconds`
    setTimeout(() => reject(new Error(words)), milliseconds).unref()
  })

function mailOf({ id, thread: threadId, payload, mark }: Message, from: string) {
  const host = from.split('@').at(-1) ?? 'localhost'
  const thread = `<${threadId}@${host}>`
  const { subject, body, html } = renderMail(payload, mark)
  return {
    subject: subject ?? '',
    messageId: `<${id}@${host}>`,
    inReplyTo: thread,
    references: thread,
    text: body,
    html: html ?? '',
  }
}
