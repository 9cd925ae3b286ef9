import { useState } from 'react'
import type { Role } from '#contract/common/endpoint.ts'
import {
  createServiceAccount,
  newServiceAccount,
} from '#contract/service-account/service-account.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import { RoleField } from '#web/domain-ui/role.tsx'
import { NameField, TextField } from '#web/form/field.tsx'
import { ActionDialog } from '#web/record/action-dialog.tsx'
import { useChange, useIsOpen } from '#web/record/use-change.ts'

const fields = ['name', 'description'] as const

/** Makes a service account with a name and a role of at most one's own. */
export default function NewAccountDialog(props: {
  org: string
  /** Of who makes it. */
  max: Role | undefined
  onClose: () => void
  onCreated: (name: string) => void
}) {
  const { org, max, onClose } = props
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [privilege, setPrivilege] = useState<Role>(max === 'snapshotter' ? max : 'member')
  const { isBusy, failure, faultOf, run } = useChange(org, 'service_account_created', fields)
  const isOpen = useIsOpen()
  const input = { params: { org }, body: { name: name.trim(), description, privilege } }
  const isName = newServiceAccount.shape.name.safeParse(input.body.name).success
  const create = async () => {
    const isDone = await run(() => call(createServiceAccount, input), `Created ${input.body.name}`)
    if (isDone && isOpen()) props.onCreated(input.body.name)
  }
  return (
    <ActionDialog
      title="New service account"
      action={isBusy ? 'Creating' : 'Create'}
      isBusy={isBusy}
      failure={failure}
      isIncomplete={!isName}
      call={curl(createServiceAccount, input)}
      onConfirm={create}
      onClose={onClose}
    >
      <NameField
        hint="As reports will name it, for instance payments-build"
        error={
          name && !isName ? 'A name has up to 64 letters, digits and hyphens' : faultOf('name')
        }
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextField
        label="Description"
        error={faultOf('description')}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <RoleField value={privilege} max={max} onChange={setPrivilege} />
    </ActionDialog>
  )
}
