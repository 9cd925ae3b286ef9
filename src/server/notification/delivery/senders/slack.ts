import { formatCount } from '#domain/common/counted.ts'
import type { HttpClient } from '#server/egress/http-client.ts'
import type { Payload } from '#server/notification/dispatch/payload.ts'
import { type Emphasis, type Sender, statusText, unreadable } from './message.ts'

/** Slack's limits, in characters. */
const [maxHeader, maxText, maxUrl] = [150, 3000, 3000]
/** One character may be five when it is escaped. */
const growth = 5
/** Events of a digest that are shown. */
const maxLines = 10

/** Escapes text of a user: nothing in it is a link, a mention or a format. */
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const cut = (text: string, maxLength: number) =>
  text.length > maxLength ? `${text.slice(0, maxLength - 1).toWellFormed()}…` : text

/** Escaped text within a limit; cut before escaping, so that no escape is cut through. */
const field = (text: string, maxLength: number) => escaped(cut(text, maxLength))

const render: Sender['render'] = (payload, emphasis) => ({
  subject: null,
  body: JSON.stringify(slackMessage(payload, emphasis)),
  html: null,
})

/** Sends a message in Slack's Block Kit. */
export function slackSender(httpClient: HttpClient): Sender {
  return {
    render,
    async send({ address, payload, emphasis }) {
      if (!('webhook' in address)) return unreadable
      const headers = { 'content-type': 'application/json; charset=utf-8' }
      return httpClient.post(address.webhook, headers, render(payload, emphasis).body)
    },
  }
}

/** Text is formatted, but no name in it becomes a link, a channel or a person by itself. */
const verbatim = true

const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text, verbatim } })

/**
 * A heading, as many lines as fit, and how many they leave out.
 * @param count number of all lines, of which perhaps only the first are given
 */
function list(heading: string, lines: readonly string[], count = lines.length) {
  const restAfter = (shown: number) =>
    shown < count ? `\n• and ${formatCount(count - shown)} more` : ''
  let text = `*${heading}*`
  let shown = 0
  for (const line of lines) {
    const longer = `${text}\n• ${field(line, 400)}`
    if (longer.length + restAfter(shown + 1).length > maxText) break
    text = longer
    shown += 1
  }
  return section(text + restAfter(shown))
}

/** Renders an event for Slack. */
export function slackMessage(payload: Payload, emphasis: Emphasis = null): object {
  const { description, environment, snapshot, artifact, reasons, events = [], html_url } = payload
  const facts = [
    ['Environment', environment],
    ...(snapshot ? [['Snapshot', `#${snapshot.index}, ${statusText(snapshot)}`]] : []),
    ...(artifact ? [['Artifact', `${artifact.name}, ${statusText(artifact)}`]] : []),
    ...(artifact?.provenance ? [['Flow', artifact.provenance.flow]] : []),
  ].map(([label = '', value = '']) => ({
    type: 'mrkdwn',
    verbatim,
    text: `*${label}*\n${field(value, 350)}`,
  }))
  const lines = events.slice(0, maxLines).map((event) => event.description)
  const link = { type: 'button', text: { type: 'plain_text', text: 'Open in Cairn' } }
  const hasLink = html_url !== '' && html_url.length <= maxUrl
  const note =
    emphasis === 'again' ? 'Sent again' : emphasis === 'test' ? 'A test: nothing happened' : null
  return {
    text: field(description, maxText / growth),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: cut(description, maxHeader) } },
      { type: 'section', fields: facts },
      ...(reasons.length > 0 ? [list(events.length > 0 ? 'In short' : 'Why', reasons)] : []),
      ...(lines.length > 0
        ? [list('What happened', lines, payload.event_count ?? events.length)]
        : []),
      ...(hasLink ? [{ type: 'actions', elements: [{ ...link, url: html_url }] }] : []),
      ...(note === null
        ? []
        : [{ type: 'context', elements: [{ type: 'plain_text', text: note }] }]),
    ],
  }
}
