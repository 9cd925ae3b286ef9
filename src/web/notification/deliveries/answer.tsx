import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { answerText, type TargetAnswer } from '#web/notification/labels.ts'
import { Icon } from '#web/ui/icon.tsx'
import { WarningSign } from '#web/ui/warning-sign.tsx'

/** What a target answered, or why there was no answer. */
export function Answer(
  props: TargetAnswer & {
    /** On one line, cut where it has no room. */
    isShort?: boolean
  },
) {
  const { isDelivered } = props
  return (
    <span
      className={clsx(
        'inline-flex max-w-full min-w-0 items-center gap-1.5 align-top text-text',
        !isDelivered && 'font-medium',
      )}
    >
      {isDelivered ? <Icon of={Check} small /> : <WarningSign className="size-3.5" />}
      <span className={props.isShort ? 'truncate' : 'wrap-anywhere'}>{answerText(props)}</span>
    </span>
  )
}

/** How an answer began. */
export function Excerpt(props: { response: string | null }) {
  if (!props.response) return <p className="text-meta text-muted">The answer had no text.</p>
  return (
    <pre className="max-h-40 overflow-auto rounded-base border border-line bg-surface px-3 py-2 font-mono text-code wrap-anywhere whitespace-pre-wrap text-text">
      {props.response}
    </pre>
  )
}
