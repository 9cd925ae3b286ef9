import { useQuery } from '@tanstack/react-query'
import { deleteNotification } from '#contract/notification/notification.ts'
import { counted } from '#domain/common/counted.ts'
import { call } from '#web/api/call.ts'
import { deletionQuery } from '#web/notification/deliveries/queries.ts'
import { ActionDialog } from '#web/record/action-dialog.tsx'
import { useChange } from '#web/record/use-change.ts'

const listed = 10

/** Deletes a rule, after naming what nobody is told of then. */
export default function DeleteDialog(props: {
  org: string
  number: number
  name: string
  onDeleted: () => void
  onClose: () => void
}) {
  const { org, name } = props
  const { isBusy, failure, run } = useChange(org, 'notification_deleted')
  const params = { org, number: String(props.number) }
  const remove = async () => {
    const isDone = await run(() => call(deleteNotification, { params }), `Deleted ${name}`)
    if (isDone) props.onDeleted()
  }
  return (
    <ActionDialog
      isAlert
      title={`Delete ${name}?`}
      action={isBusy ? 'Deleting' : 'Delete'}
      isBusy={isBusy}
      failure={failure}
      onConfirm={remove}
      onClose={props.onClose}
    >
      <Consequence org={org} number={params.number} />
    </ActionDialog>
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
          {counted(unwatched.length, 'environment')} {unwatched.length === 1 ? 'is' : 'are'} left
          unwatched:{' '}
          <strong className="font-medium">{unwatched.slice(0, listed).join(', ')}</strong>
          {more > 0 && ` and ${more} more`}.
        </p>
      )}
      {waiting > 0 && <p>{counted(waiting, 'message')} that wait are never sent.</p>}
    </div>
  )
}
