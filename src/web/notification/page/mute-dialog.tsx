import { useState } from 'react'
import {
  type NotificationSummary,
  muteNotification,
} from '#contract/notification/notification-page.ts'
import { daySeconds } from '#domain/common/days.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import { DateTimeField } from '#web/form/date-time-field.tsx'
import { Form } from '#web/form/form.tsx'
import { FormError } from '#web/form/form-error.tsx'
import { useChange } from '#web/record/use-change.ts'
import { Button } from '#web/ui/button.tsx'
import { AsApiCall } from '#web/ui/call-box.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useNow } from '#web/ui/time.tsx'

const hour = 3_600

/** Asks until when a rule is to tell nobody. */
export default function MuteDialog(props: {
  org: string
  notification: NotificationSummary
  onClose: () => void
}) {
  const { org, notification, onClose } = props
  const { number, name } = notification
  const { isBusy, failure, run } = useChange(org, 'notification_muted')
  const params = { org, number: String(number) }
  const mute = async (until: number) => {
    if (await run(() => call(muteNotification, { params, body: { until } }), `Muted ${name}`)) {
      onClose()
    }
  }
  return (
    <Dialog title={`Mute ${name}`} onClose={onClose}>
      <div className="grid gap-3 px-4 pb-4 text-table">
        <p>
          Meanwhile nobody is told. What happens is in the log, as muted, and is not told later.
        </p>
        <MuteForm isDisabled={isBusy} onMute={(until) => void mute(until)} />
        <AsApiCall call={curl(muteNotification, { params, body: { until: after(hour) } })} />
        <FormError message={failure ?? undefined} />
      </div>
    </Dialog>
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
function MuteForm(props: { isDisabled: boolean; onMute: (until: number) => void }) {
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
