import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import type { TestResult } from '#contract/notification-draft.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { Icon } from '../ui/icon.tsx'
import { TimeStamp } from '../ui/time.tsx'
import { WarningSign } from '../ui/warning-sign.tsx'
import { Message } from './message.tsx'
import type { Tested } from './use-test.ts'

/** What a test of a target came to: the answer, how long it took, and what was sent. */
export function TestOutcome(props: { tested: Tested | null }) {
  const { tested } = props
  if (!tested) return null
  if ('failure' in tested) {
    return (
      <p role="alert" className="flex items-center gap-1.5 text-meta font-medium wrap-anywhere">
        <WarningSign className="size-3.5" />
        {tested.failure}
      </p>
    )
  }
  const { result, at } = tested
  return (
    <div className="grid gap-1 text-meta text-muted">
      <p className="flex flex-wrap items-center gap-x-3">
        <Answer {...result} />
        <span>
          {result.duration_ms} ms, <TimeStamp at={at} form="time" /> UTC
        </span>
      </p>
      <Disclosure label="What was sent and answered">
        <div className="grid gap-2 py-1">
          <Message type={result.type} rendering={result.rendering} />
          <Excerpt response={result.response} />
        </div>
      </Disclosure>
    </div>
  )
}

/** "Answered 200", or why there was no answer. */
export function Answer(props: Pick<TestResult, 'is_delivered' | 'status' | 'error' | 'type'>) {
  const { is_delivered: isDelivered, status, error, type } = props
  const word = type === 'EMAIL' && isDelivered ? 'Accepted' : status && `Answered ${status}`
  return (
    <span
      className={clsx(
        'inline-flex min-w-0 items-center gap-1.5 text-text',
        !isDelivered && 'font-medium',
      )}
    >
      {isDelivered ? <Icon of={Check} small /> : <WarningSign className="size-3.5" />}
      <span className="wrap-anywhere">{word || error || 'No answer'}</span>
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
