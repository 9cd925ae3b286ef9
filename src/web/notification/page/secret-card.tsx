import { useState } from 'react'
import {
  getNotificationSecret,
  rotateNotificationSecret,
} from '#contract/notification/notification.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import { FormError } from '#web/form/form-error.tsx'
import { useChange } from '#web/record/use-change.ts'
import { Button } from '#web/ui/button.tsx'
import { AsApiCall, CallBox } from '#web/ui/call-box.tsx'
import { Card } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** The secret that webhooks are signed with: shown when it is asked for, and rotated. */
export default function SecretCard(props: { org: string; number: number; refusal: string | null }) {
  const { org, number, refusal } = props
  const params = { org, number: String(number) }
  const [secret, setSecret] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const { isBusy, failure, run } = useChange(org, 'notification_secret_rotated')
  const show = () =>
    run(async () => {
      const shown = await call(getNotificationSecret, { params })
      setSecret(shown.secret)
    }, 'The secret is shown')
  const rotate = async () => {
    const isDone = await run(async () => {
      const made = await call(rotateNotificationSecret, { params })
      setSecret(made.secret)
    }, 'The secret was rotated')
    if (isDone) setAsking(false)
  }
  return (
    <Card
      title="Signing secret"
      answer="Webhooks carry webhook-id, webhook-timestamp and webhook-signature, so that the receiver knows whom they are from."
    >
      <div className="grid gap-3 px-4 pt-3 pb-4 text-table">
        {secret !== null && <CallBox call={secret} what="Secret" />}
        <div className="flex flex-wrap items-center gap-2">
          {secret === null ? (
            <Button refusal={refusal} disabled={isBusy} onClick={() => void show()}>
              Show secret
            </Button>
          ) : (
            <Button onClick={() => setSecret(null)}>Hide secret</Button>
          )}
          <Button refusal={refusal} disabled={isBusy} onClick={() => setAsking(true)}>
            Rotate
          </Button>
          <span className="text-meta text-muted">{refusal}</span>
        </div>
        <AsApiCall call={curl(rotateNotificationSecret, { params })} />
        {!isAsking && <FormError message={failure ?? undefined} />}
      </div>
      {isAsking && (
        <Dialog title="Rotate the signing secret?" onClose={() => setAsking(false)}>
          <div className="grid gap-4 px-4 pb-4 text-table">
            <p>
              For 24 hours messages are signed with both secrets, so that receivers can switch. Then
              the old one expires.
            </p>
            <FormError message={failure ?? undefined} />
            <div className="flex justify-end gap-2">
              <Button onClick={() => setAsking(false)}>Cancel</Button>
              <Button kind="primary" isBusy={isBusy} onClick={() => void rotate()}>
                {isBusy ? 'Rotating' : 'Rotate'}
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </Card>
  )
}
