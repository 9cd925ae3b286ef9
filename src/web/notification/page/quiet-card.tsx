import { useState } from 'react'
import {
  type NotificationSummary,
  muteNotification,
  unmuteNotification,
} from '#contract/notification/notification-page.ts'
import { daySeconds } from '#domain/common/days.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import { DateTimeField } from '#web/form/date-time-field.tsx'
import { FormError } from '#web/form/form-error.tsx'
import { Form } from '#web/form/form.tsx'
import { digestLabels } from '#web/notification/editor/draft-labels.ts'
import { useChange } from '#web/record/use-change.ts'
import { Button } from '#web/ui/button.tsx'
import { CallBox } from '#web/ui/call-box.tsx'
import { Card } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { spokenOf } from '#web/ui/time-text.ts'
import { TimeStamp, useNow } from '#web/ui/time.tsx'

const hour = 3_600

/** The same moment where the reader is. */
const localOf = (at: number) => spokenOf(at).split('\n')[1]

/** How noisy a rule may be: muted for a while, gathered, flaps waited out. */
export function QuietCard(props: {
  org: string
  notification: NotificationSummary
  refusal: string | null
}) {
  const { org, notification, refusal } = props
  const { number, name, muted_until, muted_by, digest, merge_minutes } = notification
  const { isBusy, failure, run } = useChange(org, 'notification_muted')
  const now = useNow()
  const params = { org, number: String(number) }
  const isMuted = muted_until !== null && muted_until > now
  const mute = (until: number) =>
    run(() => call(muteNotification, { params, body: { until } }), `Muted ${name}`)
  const unmute = () => run(() => call(unmuteNotification, { params }), `${name} tells again`)
  return (
    <Card
      title="Noise"
      answer={
        <>
          Told {digestLabels[digest]};{' '}
          {merge_minutes === 0
            ? 'every verdict change is told.'
            : `verdicts that are taken back within ${merge_minutes} min are not.`}
        </>
      }
    >
      <div className="grid gap-3 px-4 pt-3 pb-4 text-table">
        {isMuted ? (
          <div className="flex flex-wrap items-center gap-3">
            <p className="flex-1">
              <span className="font-medium">
                Muted until <TimeStamp at={muted_until} form="stamp" />
              </span>
              {muted_by && <span className="text-muted"> by {muted_by}</span>}
              <span className="block text-meta text-muted">{localOf(muted_until)}</span>
            </p>
            <Button refusal={refusal} disabled={isBusy} onClick={() => void unmute()}>
              Unmute
            </Button>
          </div>
        ) : (
          <MuteForm isDisabled={isBusy || refusal !== null} onMute={(until) => void mute(until)} />
        )}
        <FormError message={failure ?? undefined} />
        <p className="text-meta text-muted">
          {refusal ?? 'What happens meanwhile is in the log, as muted.'}
        </p>
        <Disclosure label="As API call">
          <CallBox
            call={
              isMuted
                ? curl(unmuteNotification, { params })
                : curl(muteNotification, { params, body: { until: Math.floor(now) + hour } })
            }
          />
        </Disclosure>
      </div>
    </Card>
  )
}

const lengths = [
  { seconds: hour, label: '1 hour' },
  { seconds: 8 * hour, label: '8 hours' },
  { seconds: daySeconds, label: '1 day' },
  { seconds: 7 * daySeconds, label: '7 days' },
]
/** Days for which the service takes a mute. */
const maxDays = 90

const after = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds

/** Problem with a moment to mute until; null for one that is in order, or not given yet. */
function refusalOf(until: number | null, now: number): string | null {
  if (until === null) return null
  if (until <= now) return 'The end should be in the future'
  return until > now + maxDays * daySeconds ? `The end should be within ${maxDays} days` : null
}

/** Mutes a rule for a while, or until a moment on the reader's clock. */
export function MuteForm(props: { isDisabled: boolean; onMute: (until: number) => void }) {
  const { isDisabled, onMute } = props
  const [until, setUntil] = useState<number | null>(null)
  const now = useNow()
  const error = refusalOf(until, now)
  return (
    <>
      <div role="group" aria-label="Mute for" className="flex flex-wrap items-center gap-2">
        <span aria-hidden="true">Mute for</span>
        {lengths.map(({ seconds, label }) => (
          <Button
            key={label}
            size="small"
            disabled={isDisabled}
            onClick={() => onMute(after(seconds))}
          >
            {label}
          </Button>
        ))}
      </div>
      <Form
        aria-label="Mute until"
        className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2"
        onSubmit={() => {
          if (until !== null && error === null) onMute(until)
        }}
      >
        <DateTimeField
          label="or until"
          zone="local"
          from={now}
          to={now + maxDays * daySeconds}
          disabled={isDisabled}
          error={error}
          hint={`Within ${maxDays} days`}
          value={until}
          onChange={setUntil}
        />
        <Button
          type="submit"
          className="mt-6.5"
          disabled={isDisabled || until === null || error !== null}
        >
          Mute
        </Button>
      </Form>
    </>
  )
}
