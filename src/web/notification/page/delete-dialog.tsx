import { useQuery } from '@tanstack/react-query'
import { deleteNotification } from '#contract/notification/notification.ts'
import { counted } from '#domain/common/counted.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import { deletionQuery } from '#web/notification/deliveries/queries.ts'
import { TypedNameDialog } from '#web/record/typed-name-dialog.tsx'
import { useChange } from '#web/record/use-change.ts'

const listed = 10

/** Deletes a rule, after naming what nobody is told of then. */
export default function DeleteDialog(props: {
  org: string
  number: number
  name: string
  /** Leaves its page. */
  onDeleted: () => Promise<void>
  onClose: () => void
}) {
  const { org, name } = props
  const { isBusy, failure, run } = useChange(org, 'notification_deleted')
  const params = { org, number: String(props.number) }
  const remove = () =>
    run(async () => {
      await call(deleteNotification, { params })
      // Before what is open is read anew: its page would ask for what is gone.
      await props.onDeleted()
    }, `Deleted ${name}`)
  return (
    <TypedNameDialog
      action={['Delete', 'Deleting']}
      what="name"
      name={name}
      isBusy={isBusy}
      failure={failure}
      call={curl(deleteNotification, { params })}
      onConfirm={remove}
      onClose={props.onClose}
    >
      <ul className="grid list-disc gap-1 pl-5">
        <li>Nobody is told by this rule any more. Its number is not given again.</li>
        <Consequence org={org} number={params.number} />
      </ul>
    </TypedNameDialog>
  )
}

/** Lists what no other rule watches then, and what is never sent. */
function Consequence(props: { org: string; number: string }) {
  const { data, isError } = useQuery(deletionQuery(props.org, props.number))
  if (!data) {
    return (
      <li>{isError ? 'What is left unwatched could not be loaded.' : 'Looking what it watches'}</li>
    )
  }
  const { unwatched, waiting_count: waiting } = data
  const more = unwatched.length - listed
  return (
    <>
      {unwatched.length === 0 ? (
        <li>Every environment that it watches is watched by another rule.</li>
      ) : (
        <li className="wrap-anywhere">
          {counted(unwatched.length, 'environment')} {unwatched.length === 1 ? 'is' : 'are'} left
          unwatched:{' '}
          <strong className="font-medium">{unwatched.slice(0, listed).join(', ')}</strong>
          {more > 0 && ` and ${more} more`}.
        </li>
      )}
      {waiting > 0 && (
        <li>
          {counted(waiting, 'message')} that {waiting === 1 ? 'waits is' : 'wait are'} never sent.
        </li>
      )}
    </>
  )
}
