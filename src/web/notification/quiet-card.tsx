import type { NotificationSummary } from '#contract/notification/notification-page.ts'
import { useChange } from '../action/use-change.ts'
import { call } from '../api/call.ts'
import { curl } from '../api/curl.ts'
import { FormError } from '../form/form-error.tsx'
import { Button } from '../ui/button.tsx'
import { CallBox } from '../ui/call-box.tsx'
import { Card } from '../ui/card.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { spokenOf } from '../ui/time-text.ts'
import { TimeStamp, useNow } from '../ui/time.tsx'
import { digestLabels } from './draft-words.ts'
import { MuteForm } from './mute-form.tsx'

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
    run(() => call('muteNotification', { params, body: { until } }), `Muted ${name}`)
  const unmute = () => run(() => call('unmuteNotification', { params }), `${name} tells again`)
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
            <Button disabled={isBusy || refusal !== null} onClick={() => void unmute()}>
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
                ? curl('unmuteNotification', { params })
                : curl('muteNotification', { params, body: { until: Math.floor(now) + hour } })
            }
          />
        </Disclosure>
      </div>
    </Card>
  )
}
