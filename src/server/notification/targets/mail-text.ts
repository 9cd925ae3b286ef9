import type { Rendering } from '#contract/notification-draft.ts'
import type { Payload } from '../payload.ts'
import type { Mark } from './message.ts'

/** A line without breaks: headers refuse them. */
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const marks = { again: '[again] ', test: '[test] ' }

/** An event as a mail. */
export function renderMail(payload: Payload, mark: Mark): Rendering {
  const { description, reasons, events = [], html_url: link } = payload
  const facts = factsOf(payload)
  const lines = [...reasons, ...events.map((event) => event.description)].map(oneLine)
  const rows = facts.map(
    ([label, value]) => `<tr><th align="left">${label}</th><td>${escaped(value)}</td></tr>`,
  )
  const items = lines.map((line) => `<li>${escaped(line)}</li>`)
  return {
    subject: oneLine(`${mark === null ? '' : marks[mark]}[${payload.org}] ${description}`).slice(
      0,
      500,
    ),
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

/** What a mail says of an event, line by line. */
function factsOf({ environment, snapshot, artifact }: Payload): [label: string, value: string][] {
  return [
    ['Environment', environment],
    ...(snapshot ? [['Snapshot', `#${snapshot.index}, ${snapshot.status}`] as const] : []),
    ...(artifact
      ? ([
          ['Artifact', artifact.name],
          ['Verdict', artifact.status],
          ['Fingerprint', artifact.fingerprint],
        ] as const)
      : []),
    ...(artifact?.provenance ? [['Flow', artifact.provenance.flow] as const] : []),
  ].map(([label, value]) => [label, oneLine(value)])
}
