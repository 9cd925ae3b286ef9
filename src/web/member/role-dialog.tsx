import { useState } from 'react'
import { roles } from '#contract/common/endpoint.ts'
import { type Member, changeMember } from '#contract/member/member.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import { RoleField, roleLabels } from '#web/domain-ui/role.tsx'
import { ActionDialog } from '#web/record/action-dialog.tsx'
import { useChange } from '#web/record/use-change.ts'

/** Gives a member another role; it counts from their next request on. */
export default function RoleDialog(props: { org: string; member: Member; onClose: () => void }) {
  const { org, member, onClose } = props
  const { name } = member
  const [role, setRole] = useState(member.role)
  const { isBusy, failure, run } = useChange(org, 'member_changed')
  const input = { params: { org, name }, body: { role } }
  const save = async () => {
    const done = `${name} is now ${roleLabels[role].label}`
    if (await run(() => call(changeMember, input), done)) onClose()
  }
  return (
    <ActionDialog
      title={`Role of ${name}`}
      action={isBusy ? 'Saving' : 'Save'}
      isBusy={isBusy}
      failure={failure}
      isIncomplete={role === member.role}
      call={curl(changeMember, input)}
      onConfirm={save}
      onClose={onClose}
    >
      <RoleField value={role} onChange={setRole} />
      <p className="text-muted">
        {role === member.role
          ? `${name} is ${roleLabels[role].label} now.`
          : `${roleLabels[member.role].label} → ${roleLabels[role].label}, from the next request on.`}
      </p>
      {roles.indexOf(role) > roles.indexOf(member.role) && (
        <p className="text-muted">
          Service accounts that {name} answers for will do no more than that. Keys that {name} made
          of others that may are revoked.
        </p>
      )}
    </ActionDialog>
  )
}
