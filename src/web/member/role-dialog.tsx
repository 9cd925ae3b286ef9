import { useState } from 'react'
import type { Member } from '#contract/member.ts'
import { useChange } from '../action/use-change.ts'
import { call } from '../api/call.ts'
import { curl } from '../api/curl.ts'
import { FormError } from '../form/form-error.tsx'
import { RoleField } from '../form/role-field.tsx'
import { Button } from '../ui/button.tsx'
import { CallBox } from '../ui/call-box.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { roleWords } from '../ui/role-words.ts'

/** Gives a member another role; it counts from their next request on. */
export default function RoleDialog(props: { org: string; member: Member; onClose: () => void }) {
  const { org, member, onClose } = props
  const { name } = member
  const [role, setRole] = useState(member.role)
  const { isBusy, failure, run } = useChange(org, 'member_changed')
  const input = { params: { org, name }, body: { role } }
  const save = async () => {
    const done = `${name} is now ${roleWords[role].label}`
    if (await run(() => call('changeMember', input), done)) onClose()
  }
  return (
    <Dialog title={`Role of ${name}`} onClose={onClose}>
      <form
        className="grid gap-3.5 px-4 pb-4 text-table"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <RoleField label="Role" value={role} onChange={setRole} />
        <p className="text-muted">
          {role === member.role
            ? `${name} is ${roleWords[role].label} now.`
            : `${roleWords[member.role].label} → ${roleWords[role].label}, from the next request on.`}
        </p>
        <Disclosure label="As API call">
          <CallBox call={curl('changeMember', input)} />
        </Disclosure>
        <FormError message={failure ?? undefined} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" disabled={isBusy || role === member.role}>
            {isBusy ? 'Saving' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
