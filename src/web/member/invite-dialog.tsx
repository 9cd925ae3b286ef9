import { useState } from 'react'
import { type Member, renewInvitation } from '#contract/member/member.ts'
import { call } from '#web/api/call.ts'
import { ActionDialog } from '#web/record/action-dialog.tsx'
import { useChange } from '#web/record/use-change.ts'
import { LinkDialog } from './link-dialog.tsx'

/** Another one-time link for somebody who never came: the first may be lost or too old. */
export default function InviteDialog(props: { org: string; member: Member; onClose: () => void }) {
  const { org, onClose } = props
  const { name } = props.member
  const [link, setLink] = useState<string | null>(null)
  const { isBusy, failure, run } = useChange(org, 'member_invited')
  const invite = () =>
    run(async () => {
      const answer = await call(renewInvitation, { params: { org, name } })
      setLink(answer.sign_in_link)
    }, `Made a link for ${name}`)
  if (link) return <LinkDialog name={name} link={link} onClose={onClose} />
  return (
    <ActionDialog
      title={`Invite ${name} again?`}
      action={isBusy ? 'Making a link' : 'Make a link'}
      isBusy={isBusy}
      failure={failure}
      onConfirm={invite}
      onClose={onClose}
    >
      <p>{name} has never signed in. A new link works once, within 24 hours.</p>
    </ActionDialog>
  )
}
