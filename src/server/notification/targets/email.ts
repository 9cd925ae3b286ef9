import { createTransport } from 'nodemailer'
import type { Config } from '../../config.ts'
import type { Reply } from '../../outgoing/outgoing.ts'
import type { Payload } from '../payload.ts'
import { type Message, type Send, unreadable } from './message.ts'

/** Milliseconds for each step of talking to the mail server. */
const patience = 15_000
/** What an SMTP answer of a mail that was taken comes to. */
const accepted = 250

/** A line without breaks: headers refuse them. */
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** Sends a mail with a text and an HTML part, threaded by environment. */
export function emailSender(mail: Config['mail']): Send {
  if (!mail) {
    const error = 'There is no mail server: the operator has not set SMTP_URL'
    return async () => ({ status: null, error })
  }
  const transport = createTransport({
    url: mail.url,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async (message): Promise<Reply> => {
    if (!('email' in message.address)) return unreadable
    try {
      const sent = await transport.sendMail({
        from: { name: 'Cairn', address: mail.from },
        to: message.address.email.map((address) => ({ name: '', address })),
        ...mailOf(message, mail.from),
      })
      return { status: accepted, retryAfter: null, text: String(sent.response).slice(0, 1000) }
    } catch (error) {
      return { status: null, error: (error as Error).message.slice(0, 1000) }
    }
  }
}

function mailOf({ delivery, payload }: Message, from: string) {
  const host = from.split('@').at(-1) ?? 'localhost'
  const thread = `<environment-${delivery.environment_id ?? 'test'}@${host}>`
  const lines = linesOf(payload)
  const link = payload.snapshot?.html_url
  const rows = lines.map(
    ([label, value]) => `<tr><th align="left">${label}</th><td>${escaped(value)}</td></tr>`,
  )
  return {
    subject: oneLine(`[${payload.org}] ${payload.description}`).slice(0, 500),
    messageId: `<${delivery.message_id}@${host}>`,
    inReplyTo: thread,
    references: thread,
    text: [
      payload.description,
      '',
      ...lines.map(([label, value]) => `${label}: ${value}`),
      ...(link ? ['', link] : []),
    ].join('\n'),
    html: [
      `<p>${escaped(payload.description)}</p><table>${rows.join('')}</table>`,
      link ? `<p><a href="${escaped(link)}">Open the snapshot</a></p>` : '',
    ].join(''),
  }
}

/** What a mail says of an event, line by line. */
function linesOf({ environment, snapshot, artifact }: Payload): [label: string, value: string][] {
  return [
    ['Environment', environment],
    ...(snapshot ? [['Snapshot', `#${snapshot.index}, ${snapshot.status}`] as const] : []),
    ...(artifact
      ? ([
          ['Artifact', artifact.name],
          ['Fingerprint', artifact.fingerprint],
        ] as const)
      : []),
    ...(artifact?.provenance ? [['Flow', artifact.provenance.flow] as const] : []),
  ].map(([label, value]) => [label, oneLine(value)])
}
