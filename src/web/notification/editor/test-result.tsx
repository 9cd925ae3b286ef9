import { Answer, Excerpt } from '#web/notification/deliveries/answer.tsx'
import { Message } from '#web/notification/message.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { TimeStamp } from '#web/ui/time.tsx'
import { WarningSign } from '#web/ui/warning-sign.tsx'
import type { Tested } from './use-test.ts'

/** Result of a test of a target: the answer, how long it took, and what was sent. */
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
        <Answer
          type={result.type}
          status={result.status}
          error={result.error}
          isDelivered={result.is_delivered}
        />
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
