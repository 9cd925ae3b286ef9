import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Member, removeMember } from '#contract/member/member.ts'
import { listNotificationSummaries } from '#contract/notification/notification-page.ts'
import { counted } from '#domain/common/counted.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import { endpointQuery } from '#web/api/endpoint-query.ts'
import { TypedNameDialog } from '#web/record/typed-name-dialog.tsx'
import { useChange } from '#web/record/use-change.ts'
import { CheckLine } from '#web/ui/checkbox.tsx'

/** Takes a person out of the organization, after saying what that touches. */
export default function RemoveDialog(props: {
  org: string
  member: Member
  /** Whether it is the person who asks. */
  isOneself: boolean
  onClose: () => void
}) {
  const { org, member, isOneself, onClose } = props
  const { name, key_count, service_account_count } = member
  const { isBusy, failure, run } = useChange(org, 'member_removed')
  const [takesOver, setTakesOver] = useState(false)
  const service_accounts = takesOver ? ('take_over' as const) : ('revoke' as const)
  const input = { params: { org, name }, query: { service_accounts } }
  const remove = async () => {
    if (await run(() => call(removeMember, input), `Removed ${name}`)) onClose()
  }
  return (
    <TypedNameDialog
      title={`Remove ${name} from ${org}?`}
      action={['Remove', 'Removing']}
      what="name"
      name={name}
      isBusy={isBusy}
      failure={failure}
      call={curl(removeMember, input)}
      onConfirm={remove}
      onClose={onClose}
    >
      <ul className="grid list-disc gap-1 pl-5">
        {isOneself && <li>This is you: nothing of {org} is open to you any more.</li>}
        <li>
          {key_count
            ? `${counted(key_count, 'personal key')} of ${name} will lose access to ${org}.`
            : `No personal key of ${name} has access to ${org}.`}
        </li>
        <li>
          {takesOver
            ? `You will answer for ${counted(service_account_count ?? 0, 'service account')}. Their keys stay valid: rotate those that ${name} may know.`
            : `Keys of service accounts that ${name} made or answers for are revoked: what uses them stops.`}
        </li>
        {member.email !== null && (
          <li>
            <Mails org={org} email={member.email} />
          </li>
        )}
        <li>
          Links by which {name} invited others are void. Requests that only {name} may approve wait
          until other approvers are named.
        </li>
        <li>
          What {name} has reported and changed stays, and so does their account: only the operator
          can disable it.
        </li>
      </ul>
      {service_account_count !== null && service_account_count > 0 && (
        <CheckLine
          label={`Take over ${counted(service_account_count, 'service account')}`}
          hint={`that ${name} answers for`}
          checked={takesOver}
          onChange={setTakesOver}
        />
      )}
    </TypedNameDialog>
  )
}

/** Which notifications go on to mail a person who has left. */
function Mails(props: { org: string; email: string }) {
  const { org, email } = props
  const query = { q: email, target_type: ['EMAIL' as const] }
  const { data, isError } = useQuery(endpointQuery(listNotificationSummaries, { org }, query))
  if (!data) return isError ? 'Who mails them could not be loaded.' : 'Looking who mails them'
  const names = data.data.map(({ name }) => name)
  const count = data.pagination.total
  if (count === 0) return `No notification mails ${email}.`
  const more = count > names.length ? ` and ${count - names.length} more` : ''
  return `${counted(count, 'notification')} ${count === 1 ? 'goes' : 'go'} on to mail ${email}: ${names.join(', ')}${more}.`
}
