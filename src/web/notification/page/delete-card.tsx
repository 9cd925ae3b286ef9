import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteNotification } from '#contract/notification/notification.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import { FormError } from '#web/form/form-error.tsx'
import { deletionQuery } from '#web/notification/deliveries/queries.ts'
import { useChange } from '#web/record/use-change.ts'
import { Button } from '#web/ui/button.tsx'
import { CallBox } from '#web/ui/call-box.tsx'
import { Card } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { plural } from '#web/ui/plural.ts'

const listed = 10

/** Deletes a rule, after naming what nobody is told of then. */
export function DeleteCard(props: {
  org: string
  number: number
  name: string
  refusal: string | null
  onDeleted: () => void
}) {
  const { org, number, name, refusal } = props
  const [isAsking, setAsking] = useState(false)
  const { isBusy, failure, run } = useChange(org, 'notification_deleted')
  const params = { org, number: String(number) }
  const remove = async () => {
    const isDone = await run(() => call(deleteNotification, { params }), `Deleted ${name}`)
    if (isDone) props.onDeleted()
  }
  return (
    <Card
      title="Delete"
      answer="Nobody is told by this rule any more. Its number is not given again."
    >
      <div className="grid gap-3 px-4 pt-3 pb-4">
        <div className="flex flex-wrap items-center gap-3">
          <Button disabled={refusal !== null} onClick={() => setAsking(true)}>
            Delete this notification
          </Button>
          <span className="text-meta text-muted">{refusal}</span>
        </div>
        <div className="text-table">
          <Disclosure label="As API call">
            <CallBox call={curl(deleteNotification, { params })} />
          </Disclosure>
        </div>
      </div>
      {isAsking && (
        <Dialog isAlert title={`Delete ${name}?`} onClose={() => setAsking(false)}>
          <div className="grid gap-4 px-4 pb-4 text-table">
            <Consequence org={org} number={String(number)} />
            <FormError message={failure ?? undefined} />
            <div className="flex justify-end gap-2">
              <Button onClick={() => setAsking(false)}>Cancel</Button>
              <Button kind="primary" disabled={isBusy} onClick={() => void remove()}>
                {isBusy ? 'Deleting' : 'Delete'}
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </Card>
  )
}

function Consequence(props: { org: string; number: string }) {
  const { data, isError } = useQuery(deletionQuery(props.org, props.number))
  if (!data) {
    return (
      <p>{isError ? 'What is left unwatched could not be loaded.' : 'Looking what it watches'}</p>
    )
  }
  const { unwatched, waiting_count: waiting } = data
  const more = unwatched.length - listed
  return (
    <div className="grid gap-2">
      {unwatched.length === 0 ? (
        <p>Every environment that it watches is watched by another rule.</p>
      ) : (
        <p className="wrap-anywhere">
          {plural(unwatched.length, 'environment')} {unwatched.length === 1 ? 'is' : 'are'} left
          unwatched:{' '}
          <strong className="font-medium">{unwatched.slice(0, listed).join(', ')}</strong>
          {more > 0 && ` and ${more} more`}.
        </p>
      )}
      {waiting > 0 && <p>{plural(waiting, 'message')} that wait are never sent.</p>}
    </div>
  )
}
