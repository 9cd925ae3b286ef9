import type { Rendering } from '#contract/notification/draft.ts'
import { formatCount } from '#domain/common/counted.ts'
import type { Reply } from '#server/egress/http-client.ts'
import type { Payload } from '#server/notification/dispatch/payload.ts'
import type { Config } from '#server/platform/config.ts'
import { loadPart, madeOnce } from '#server/platform/made-once.ts'
import { type Emphasis, type Sender, statusText, unreadable, type Message } from './message.ts'

/** A line without breaks: headers refuse them. */
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const subjectPrefixes = { again: '[again] ', test: '[test] ' }

/** Renders an event as a mail. */
export function renderMail(payload: Payload, emphasis: Emphasis): Rendering {
  const { description, reasons, events = [], html_url: link } = payload
  const facts = factsOf(payload)
  const rest = (payload.event_count ?? events.length) - events.length
  const lines = [
    ...reasons,
    ...events.map((event) => event.description),
    ...(rest > 0 ? [`and ${formatCount(rest)} more`] : []),
  ].map(oneLine)
  const rows = facts.map(
    ([label, value]) => `<tr><th align="left">${label}</th><td>${escaped(value)}</td></tr>`,
  )
  const items = lines.map((line) => `<li>${escaped(line)}</li>`)
  return {
    subject: oneLine(
      `${emphasis === null ? '' : subjectPrefixes[emphasis]}[${payload.org}] ${description}`,
    ).slice(0, 500),
    body: [
      description,
      '',
      ...facts.map(([label, value]) => `${label}: ${value}`),
      ...(lines.length > 0 ? ['', ...lines.map((line) => `- ${line}`)] : []),
      ...(link ? ['', link] : []),
    ].join('\n'),
    html: [
      `<p>${escaped(description)}</p><table>${rows.join('')}</table>`,
      lines.length > 0 ? `<ul>${items.join('')}</ul>` : '',
      link ? `<p><a href="${escaped(link)}">Open in Cairn</a></p>` : '',
    ].join(''),
  }
}

/** Facts of an event in a mail, line by line. */
function factsOf({ environment, snapshot, artifact }: Payload): [label: string, value: string][] {
  return [
    ['Environment', environment],
    ...(snapshot ? [['Snapshot', `#${snapshot.index}, ${statusText(snapshot)}`] as const] : []),
    ...(artifact
      ? ([
          ['Artifact', artifact.name],
          ['Verdict', statusText(artifact)],
          ['Fingerprint', artifact.fingerprint],
        ] as const)
      : []),
    ...(artifact?.provenance ? [['Flow', artifact.provenance.flow] as const] : []),
  ].map(([label, value]) => [label, oneLine(value)])
}

/** Milliseconds for the whole exchange with the mail server. */
const timeoutMs = 15_000
/** SMTP status of an accepted mail. */
const accepted = 250

/** Sends a mail with a text and an HTML part, threaded by environment. */
export function emailSender(mail: Config['mail'], timeLimit = timeoutMs): Sender {
  if (!mail) {
    const error = 'There is no mail server: the operator has not set SMTP_URL'
    return { render: renderMail, send: async () => ({ status: null, error }) }
  }
  const transport = madeOnce(async () => {
    const { createTransport } = await loadPart('sends mail', () => import('nodemailer'))
    return createTransport({
      url: mail.url,
      connectionTimeout: timeLimit,
      greetingTimeout: timeLimit,
      socketTimeout: timeLimit,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  })
  return {
    render: renderMail,
    async send(message): Promise<Reply> {
      if (!('email' in message.address)) return unreadable
      try {
        const sending = (await transport()).sendMail({
          from: { name: 'Cairn', address: mail.from },
          to: message.address.email.map((address) => ({ name: '', address })),
          ...mailOf(message, mail.from),
        })
        sending.catch(() => undefined)
        // Each step has its limit; this one covers a server that drips through all of them.
        const sent = await Promise.race([sending, timeUp(timeLimit)])
        const refused = sent.rejectedErrors ?? []
        if (refused.length > 0)
          return { status: null, error: partlyRefused(refused), isPartial: true }
        return { status: accepted, retryAfter: null, text: String(sent.response).slice(0, 1000) }
      } catch (error) {
        return { status: null, error: (error as Error).message.slice(0, 1000) }
      }
    },
  }
}

/** Of several recipients the server may take some: then a mail is sent, but not to all. */
const partlyRefused = (refused: readonly { recipient?: string; response?: string }[]) =>
  `Sent, but refused for ${refused
    .map(({ recipient, response }) => `${recipient ?? 'a recipient'}: ${response ?? 'no reason'}`)
    .join('; ')}`.slice(0, 1000)

const timeUp = (milliseconds: number) =>
  new Promise<never>((_resolve, reject) => {
    const message = `No answer within ${milliseconds / 1000} seconds`
    setTimeout(() => reject(new Error(message)), milliseconds).unref()
  })

function mailOf({ id, thread: threadId, payload, emphasis }: Message, from: string) {
  const host = from.split('@').at(-1) ?? 'localhost'
  const thread = `<${threadId}@${host}>`
  const { subject, body, html } = renderMail(payload, emphasis)
  return {
    subject: subject ?? '',
    messageId: `<${id}@${host}>`,
    inReplyTo: thread,
    references: thread,
    text: body,
    html: html ?? '',
  }
}
