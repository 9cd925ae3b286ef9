import { clsx } from 'clsx'
import type { ComponentType } from 'react'
import type { Rendering } from '#contract/notification/draft.ts'
import type { TargetType } from '#contract/notification/notification-types.ts'
import { laidOut, slackLines } from './message-text.ts'

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
