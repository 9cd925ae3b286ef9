import { deleteServiceAccount } from '#contract/service-account/service-account.ts'
import { counted } from '#domain/common/counted.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import { TypedNameDialog } from '#web/record/typed-name-dialog.tsx'
import { useChange } from '#web/record/use-change.ts'

/** Deletes a service account with its keys, after its name was typed. */
export default function DeleteDialog(props: {
  org: string
  name: string
  /** How many of its keys work. */
  keyCount: number
  /** Requests with them on the last 30 days. */
  requestCount: number
  /** Leaves its page. */
  onDeleted: () => Promise<void>
  onClose: () => void
}) {
  const { org, name, keyCount, requestCount } = props
  const { run, ...state } = useChange(org, 'service_account_deleted')
  const input = { params: { org, name } }
  const remove = () =>
    run(async () => {
      await call(deleteServiceAccount, input)
      // Before what is open is read anew: its page would ask for what is gone.
      await props.onDeleted()
    }, `Deleted ${name}`)
  return (
    <TypedNameDialog
      {...state}
      action={['Delete', 'Deleting']}
      what="name"
      name={name}
      call={curl(deleteServiceAccount, input)}
      onConfirm={remove}
      onClose={props.onClose}
    >
      <ul className="grid list-disc gap-1 pl-5">
        <li>
          {keyCount === 0
            ? 'It has no key that works.'
            : `${counted(keyCount, 'key')} ${keyCount === 1 ? 'stops' : 'stop'} working at once.`}
        </li>
        <li>
          {requestCount === 0
            ? 'No request came with its keys in 30 days.'
            : `${counted(requestCount, 'request')} in 30 days came with its keys: what sends them will be refused.`}
        </li>
        <li>What it has reported stays under its name.</li>
      </ul>
    </TypedNameDialog>
  )
}
