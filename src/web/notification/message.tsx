import { clsx } from 'clsx'
import type { ComponentType } from 'react'
import type { Rendering } from '#contract/notification/draft.ts'
import type { TargetType } from '#contract/notification/notification-types.ts'

const lineClass = {
  heading: 'font-semibold',
  text: 'whitespace-pre-line',
  remark: 'text-meta text-muted',
}

const boxClass = 'rounded-base border border-line bg-surface px-3 py-2 text-text wrap-anywhere'

type View = ComponentType<{ rendering: Rendering }>

const views: Record<TargetType, View> = {
  SLACK: SlackMessage,
  WEBHOOK: PostedBody,
  EMAIL: MailMessage,
}

/** A message as its target gets it: what people read, of a webhook what is posted. */
export function Message(props: { type: TargetType; rendering: Rendering }) {
  const View = views[props.type]
  return <View rendering={props.rendering} />
}

function SlackMessage({ rendering }: { rendering: Rendering }) {
  const lines = slackLines(rendering.body)
  if (!lines) return <PostedBody rendering={rendering} />
  return (
    <div className={clsx(boxClass, 'grid gap-0.5 text-table')}>
      {lines.map(({ kind, text }, index) => (
        <p key={index} className={lineClass[kind]}>
          {text}
        </p>
      ))}
    </div>
  )
}

function MailMessage({ rendering }: { rendering: Rendering }) {
  return (
    <div className={clsx(boxClass, 'text-table')}>
      <p className="mb-1 font-semibold">{rendering.subject}</p>
      <p className="whitespace-pre-line">{rendering.body}</p>
    </div>
  )
}

function PostedBody({ rendering }: { rendering: Rendering }) {
  return (
    <pre
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- can scroll, so must be reachable
      tabIndex={0}
      aria-label="What is posted"
      className={clsx(boxClass, 'max-h-80 overflow-auto font-mono text-code whitespace-pre-wrap')}
    >
      {laidOut(rendering.body)}
    </pre>
  )
}

/** A line of a Slack message: a heading, text, or a remark below. */
interface SlackLine {
  kind: 'heading' | 'text' | 'remark'
  text: string
}

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** Markup of Slack as plain text: `<url|text>` reads as its text. */
const plain = (text: string) =>
  text
    .replace(/<[^<|>]*\|([^<>]*)>/g, '$1')
    .replace(/<(https?:[^<>]*)>/g, '$1')
    .replace(/(^|\s)[*_`]([^*_`\n]+)[*_`](?=\s|[.,:;]|$)/g, '$1$2')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

const textOf = (value: unknown): string[] =>
  isFields(value) && typeof value['text'] === 'string' ? [plain(value['text'])] : []

/** Lines to read in the blocks of a Slack message; null where it is none. */
export function slackLines(body: string): SlackLine[] | null {
  let message: unknown
  try {
    message = JSON.parse(body)
  } catch {
    return null
  }
  if (!isFields(message) || !Array.isArray(message['blocks'])) return null
  return message['blocks'].filter(isFields).flatMap((block): SlackLine[] => {
    const listed = (name: string) => (Array.isArray(block[name]) ? (block[name] as unknown[]) : [])
    switch (block['type']) {
      case 'header':
        return textOf(block['text']).map((text) => ({ kind: 'heading', text }))
      case 'section': {
        const texts = [...textOf(block['text']), ...listed('fields').flatMap(textOf)]
        return texts.map((text) => ({ kind: 'text', text }))
      }
      case 'context':
      case 'actions': {
        const texts = listed('elements').flatMap((one) =>
          isFields(one) && isFields(one['text']) ? textOf(one['text']) : textOf(one),
        )
        return texts.length > 0 ? [{ kind: 'remark', text: texts.join(' · ') }] : []
      }
      default:
        return []
    }
  })
}

/** JSON set out to be read; other text as it is. */
export function laidOut(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
