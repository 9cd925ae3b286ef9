import type { Member } from '#contract/member.ts'
import { ActionDialog } from '../action/action-dialog.tsx'
import { useChange } from '../action/use-change.ts'
import { call } from '../api/call.ts'
import { curl } from '../api/curl.ts'
import { plural } from '../ui/plural.ts'

/** Takes a person out of the organization, after saying what that touches. */
export default function RemoveDialog(props: { org: string; member: Member; onClose: () => void }) {
  const { org, member, onClose } = props
  const { name, key_count, service_account_count } = member
  const { isBusy, failure, run } = useChange(org, 'member_removed')
  const input = { params: { org, name } }
  const remove = async () => {
    if (await run(() => call('removeMember', input), `Removed ${name}`)) onClose()
  }
  return (
    <ActionDialog
      title={`Remove ${name} from ${org}?`}
      action={isBusy ? 'Removing' : 'Remove'}
      isBusy={isBusy}
      failure={failure}
      call={curl('removeMember', input)}
      onConfirm={remove}
      onClose={onClose}
    >
      <ul className="grid list-disc gap-1 pl-5">
        <li>
          {key_count
            ? `${plural(key_count, 'personal key')} of ${name} will open nothing in ${org} any more.`
            : `${name} has no personal key that works.`}
        </li>
        <li>
          {service_account_count
            ? `${plural(service_account_count, 'service account')} that ${name} created will work on; admins manage them.`
            : `${name} has created no service account here.`}
        </li>
        <li>What {name} has reported and changed stays.</li>
      </ul>
    </ActionDialog>
  )
}
