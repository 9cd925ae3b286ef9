import { useState } from 'react'
import type { Role } from '#contract/common/endpoint.ts'
import { addMember } from '#contract/member/member.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import { RoleField } from '#web/domain-ui/role.tsx'
import { ChoiceField } from '#web/form/choice-field.tsx'
import { NameField, TextField } from '#web/form/field.tsx'
import { ActionDialog } from '#web/record/action-dialog.tsx'
import { useChange } from '#web/record/use-change.ts'
import { LinkDialog } from './link-dialog.tsx'

const people = [
  { value: 'known', label: 'Has an account', hint: 'here, in whichever organization' },
  { value: 'new', label: 'Is new', hint: 'gets an account and a one-time link' },
]

/**
 * Adds a person to the organization; one who is new gets a link that signs in once, or comes by
 * single sign-on before.
 */
export default function AddMemberDialog(props: {
  org: string
  hasLinks: boolean
  onClose: () => void
}) {
  const { org, hasLinks, onClose } = props
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [isNew, setNew] = useState(false)
  const [role, setRole] = useState<Role>('member')
  const [link, setLink] = useState<string | null>(null)
  const { isBusy, failure, faultOf, forget, run } = useChange(org, 'member_added', [
    'name',
    'email',
  ])
  const mail = isNew && email.trim() !== '' && { email: email.trim() }
  const body = { name: name.trim(), role, ...(isNew && { create: true }), ...mail }
  const add = async () => {
    let made: string | null = null
    const isDone = await run(async () => {
      const answer = await call(addMember, { params: { org }, body })
      made = answer.sign_in_link
    }, `Added ${body.name}`)
    if (isDone && made) setLink(made)
    else if (isDone) onClose()
  }
  if (link) return <LinkDialog name={body.name} link={link} onClose={onClose} />
  return (
    <ActionDialog
      title="Add a member"
      action={isBusy ? 'Adding' : 'Add'}
      isBusy={isBusy}
      failure={failure}
      isIncomplete={name.trim() === ''}
      call={curl(addMember, { params: { org }, body })}
      onConfirm={add}
      onClose={onClose}
    >
      {hasLinks ? (
        <ChoiceField
          label="The person"
          options={people}
          value={isNew ? 'new' : 'known'}
          onChange={(value) => {
            setNew(value === 'new')
            forget()
          }}
        />
      ) : (
        <p>New people sign in by single sign-on once; then you can add them.</p>
      )}
      <NameField
        error={faultOf('name')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {isNew && (
        <TextField
          label="E-mail, optional"
          type="email"
          autoComplete="off"
          error={faultOf('email')}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      )}
      <RoleField value={role} onChange={setRole} />
    </ActionDialog>
  )
}
