import type { Outgoing } from '../../outgoing/outgoing.ts'
import type { Payload } from '../payload.ts'
import { type Send, unreadable } from './message.ts'

/** Slack's limits, in characters. */
const [mostHeader, mostText, mostUrl] = [150, 3000, 3000]

/** Text of a user as text: nothing in it is a link, a mention or a format. */
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const cut = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text

/** Escaped text within a limit; cut before it is escaped, so that no escape is cut through. */
const field = (text: string, most: number) => escaped(cut(text, most))

/** Sends a message in Slack's Block Kit. */
export function slackSender(outgoing: Outgoing): Send {
  return async ({ address, payload }) => {
    if (!('webhook' in address)) return unreadable
    const headers = { 'content-type': 'application/json; charset=utf-8' }
    return outgoing.post(address.webhook, headers, JSON.stringify(slackMessage(payload)))
  }
}

/** What Slack shows of an event (wire.md 20). */
export function slackMessage(payload: Payload): object {
  const { description, environment, snapshot, artifact } = payload
  const facts = [
    ['Environment', environment],
    ...(snapshot ? [['Snapshot', `#${snapshot.index}, ${snapshot.status}`]] : []),
    ...(artifact ? [['Artifact', artifact.name]] : []),
    ...(artifact?.provenance ? [['Flow', artifact.provenance.flow]] : []),
  ].map(([label = '', value = '']) => ({
    // Four characters may stand for one, and a field holds 2,000.
    type: 'mrkdwn',
    text: `*${label}*\n${field(value, 350)}`,
  }))
  const url = snapshot?.html_url ?? ''
  const hasLink = url !== '' && url.length <= mostUrl
  return {
    text: field(description, mostText / 5),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: cut(description, mostHeader) } },
      { type: 'section', fields: facts },
      ...(hasLink
        ? [
            {
              type: 'actions',
              elements: [
                { type: 'button', text: { type: 'plain_text', text: 'Open the snapshot' }, url },
              ],
            },
          ]
        : []),
    ],
  }
}
