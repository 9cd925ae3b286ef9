import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { type TargetType, targetTraits } from '#contract/notification/notification-types.ts'
import { Icon } from '#web/ui/icon.tsx'
import { WarningSign } from '#web/ui/warning-sign.tsx'

/** "Answered 200", or why there was no answer. */
export function Answer(props: {
  type: TargetType
  /** Of HTTP; null where there was no answer. */
  status: number | null
  error: string | null
  isDelivered: boolean
  /** On one line, cut where it has no room. */
  isShort?: boolean
}) {
  const { type, status, error, isDelivered } = props
  const isMail = targetTraits[type].address === 'email'
  const label = isMail && isDelivered ? 'Accepted' : status && `Answered ${status}`
  return (
    <span
      className={clsx(
        'inline-flex max-w-full min-w-0 items-center gap-1.5 align-top text-text',
        !isDelivered && 'font-medium',
      )}
    >
      {isDelivered ? <Icon of={Check} small /> : <WarningSign className="size-3.5" />}
      <span className={props.isShort ? 'truncate' : 'wrap-anywhere'}>
        {label || error || 'No answer'}
      </span>
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
