import { CalendarClock, Check, X } from 'lucide-react'
import { useId, useState } from 'react'
import { reviewException } from '#contract/exception/exception-review.ts'
import { call } from '#web/api/call.ts'
import { DateTimeField } from '#web/form/date-time-field.tsx'
import { FieldNote, TextArea } from '#web/form/field.tsx'
import { Form } from '#web/form/form.tsx'
import { FormError } from '#web/form/form-error.tsx'
import { useChange } from '#web/record/use-change.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { RadioCards } from '#web/ui/radio-group.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { dayOf } from '#web/ui/time-text.ts'
import { useNow } from '#web/ui/time.tsx'
import type { OpenException } from './queries.ts'

type Outcome = 'kept' | 'shortened' | 'ended'

/** Decision of the review of one exception; nothing is chosen before somebody does. */
export function DecisionForm(props: {
  org: string
  exception: OpenException
  /** Why the reader may not decide, or null. */
  refusal: string | null
  onDone: () => void
  onLater: () => void
}) {
  const { org, exception, refusal, onDone, onLater } = props
  const { kind, exception_id, name, expires_at, review } = exception
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [end, setEnd] = useState<number | null>(null)
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const { isBusy, failure, run } = useChange(org, 'exception_reviewed')
  const id = useId()
  const now = useNow()
  const problems = {
    outcome: outcome === null ? 'Choose what becomes of it' : null,
    end: outcome === 'shortened' ? problemOf(end, expires_at, now) : null,
    reason: reason.trim() === '' ? 'Say why' : null,
  }
  const isPolicy = kind === 'policy'
  const choose = (next: Outcome) => {
    if (refusal === null && !(isPolicy && next !== 'kept')) setOutcome(next)
  }
  useShortcuts([
    { key: 'k', label: 'Keep the exception', run: () => choose('kept') },
    { key: 's', label: 'Shorten the exception', run: () => choose('shortened') },
    { key: 'x', label: 'End the exception', run: () => choose('ended') },
  ])
  const send = async () => {
    setTried(true)
    if (Object.values(problems).some(Boolean) || outcome === null || kind === 'snooze') return
    const body = {
      ...{ kind, exception_id, outcome, reason: reason.trim() },
      ...(outcome === 'shortened' && end !== null && { expires_at: end }),
      seen: { expires_at, reviewed_at: review?.at ?? null },
    }
    const done = `Recorded the review of ${name}`
    if (await run(() => call(reviewException, { params: { org }, body }), done)) onDone()
  }
  const shown = (problem: string | null) => (isTried ? problem : null)
  return (
    <Form className="mt-4 grid gap-4" onSubmit={send}>
      {refusal !== null && <p className="text-table text-muted">{refusal}</p>}
      <div className="grid gap-1.5">
        <p id={id} className="text-table font-medium">
          Decision
        </p>
        <RadioCards
          aria-labelledby={id}
          aria-describedby={`${id}-note`}
          aria-required="true"
          className="grid gap-2 md:grid-cols-3"
          disabled={refusal !== null}
          value={outcome}
          options={choices(exception)}
          onChange={choose}
        />
        <FieldNote
          id={`${id}-note`}
          error={shown(problems.outcome)}
          hint={isPolicy && 'It ends with a new version of the policy.'}
        />
      </div>
      <div className="grid gap-4 md:grid-cols-2">
        {outcome === 'shortened' && (
          <DateTimeField
            label="Ends"
            from={now}
            {...(expires_at !== null && { to: expires_at })}
            error={shown(problems.end)}
            value={end}
            onChange={setEnd}
          />
        )}
        <TextArea
          label="Reason"
          rows={3}
          disabled={refusal !== null}
          error={shown(problems.reason)}
          hint="Stands beside the exception and in the audit log."
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
      <FormError message={failure ?? undefined} />
      <div className="flex flex-wrap items-center gap-2 border-t border-line pt-4">
        <Button type="submit" kind="primary" refusal={refusal} disabled={isBusy}>
          {labelOf(outcome, end, now)}
        </Button>
        <Button onClick={onLater}>Later</Button>
        <span className="ml-auto text-meta text-muted max-md:hidden">
          k keep · s shorten · x end
        </span>
      </div>
    </Form>
  )
}

function problemOf(end: number | null, present: number | null, now: number): string | null {
  if (end === null) return 'Say when it ends'
  if (end <= now) return 'The end should be in the future'
  return present !== null && end >= present ? 'The end should be before the present one' : null
}

function labelOf(outcome: Outcome | null, end: number | null, now: number): string {
  if (outcome === 'kept') return 'Keep, next'
  if (outcome === 'ended') return 'End now, next'
  if (outcome === 'shortened')
    return end === null ? 'Shorten, next' : `Shorten to ${dayOf(end, now)}, next`
  return 'Decide, next'
}

function choices({ expires_at, kind, relies_now }: OpenException) {
  const environments = relies_now?.environments.length ?? 0
  const all = [
    {
      value: 'kept' as const,
      label: 'Keep',
      hint: expires_at === null ? 'as it is, without an end' : 'as it is',
      icon: <Icon of={Check} className="mt-0.5 text-muted" />,
    },
    {
      value: 'shortened' as const,
      label: 'Shorten',
      hint: expires_at === null ? 'give it an end' : 'an earlier end',
      icon: <Icon of={CalendarClock} className="mt-0.5 text-muted" />,
    },
    {
      value: 'ended' as const,
      label: 'End now',
      hint:
        environments === 0
          ? 'no running artifact relies on it'
          : `verdicts in ${environments === 1 ? '1 environment' : `${environments} environments`} may turn`,
      icon: <Icon of={X} className="mt-0.5 text-muted" />,
    },
  ]
  return kind === 'policy' ? all.slice(0, 1) : all
}
