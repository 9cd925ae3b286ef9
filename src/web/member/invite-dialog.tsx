import { useState } from 'react'
import type { Member } from '#contract/member.ts'
import { useChange } from '../action/use-change.ts'
import { call } from '../api/call.ts'
import { FormError } from '../form/form-error.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { LinkDialog } from './link-dialog.tsx'

/** Another one-time link for somebody who never came: the first may be lost or too old. */
export default function InviteDialog(props: { org: string; member: Member; onClose: () => void }) {
  const { org, onClose } = props
  const { name } = props.member
  const [link, setLink] = useState<string | null>(null)
  const { isBusy, failure, run } = useChange(org, 'member_invited')
  const invite = () =>
    run(async () => {
      const answer = await call('renewInvitation', { params: { org, name } })
      setLink(answer.sign_in_link)
    }, `Made a link for ${name}`)
  if (link) return <LinkDialog name={name} link={link} onClose={onClose} />
  return (
    <Dialog title={`Invite ${name} again?`} onClose={onClose}>
      <div className="grid gap-4 px-4 pb-4 text-table">
        <p>{name} has never signed in. A new link works once, within 24 hours.</p>
        <FormError message={failure ?? undefined} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" disabled={isBusy} onClick={() => void invite()}>
            {isBusy ? 'Making a link' : 'Make a link'}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
