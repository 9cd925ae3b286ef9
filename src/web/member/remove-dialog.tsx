import type { Member } from '#contract/member.ts'
import { useChange } from '../action/use-change.ts'
import { call } from '../api/call.ts'
import { curl } from '../api/curl.ts'
import { FormError } from '../form/form-error.tsx'
import { Button } from '../ui/button.tsx'
import { CallBox } from '../ui/call-box.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
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
    <Dialog title={`Remove ${name} from ${org}?`} onClose={onClose}>
      <div className="grid gap-4 px-4 pb-4 text-table">
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
        <Disclosure label="As API call">
          <CallBox call={curl('removeMember', input)} />
        </Disclosure>
        <FormError message={failure ?? undefined} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" disabled={isBusy} onClick={() => void remove()}>
            {isBusy ? 'Removing' : 'Remove'}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
