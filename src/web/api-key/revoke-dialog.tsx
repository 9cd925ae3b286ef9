import type { KeySummary } from '#contract/api-key/api-key.ts'
import { TypedNameDialog } from '#web/record/typed-name-dialog.tsx'
import { useChange } from '#web/record/use-change.ts'
import { TimeAgo } from '#web/ui/time.tsx'
import { labelOf } from './key-labels.ts'
import type { KeyOwner } from './key-owner.ts'

/** Ends a key at once, after its label was typed. */
export default function RevokeDialog(props: {
  owner: KeyOwner
  of: KeySummary
  onClose: () => void
}) {
  const { owner, of, onClose } = props
  const label = labelOf(of)
  const { run, ...state } = useChange(owner.org, 'key_revoked')
  const revoke = async () => {
    if (await run(() => owner.revoke(of.id), `Revoked ${label}`)) onClose()
  }
  return (
    <TypedNameDialog
      {...state}
      action={['Revoke', 'Revoking']}
      what="label"
      name={label}
      call={owner.revokeCall(of.id)}
      onConfirm={revoke}
      onClose={onClose}
    >
      <p>
        Calls with it are refused at once.{' '}
        {of.last_used_at === null ? (
          'Nobody has used it.'
        ) : (
          <>
            It was last used <TimeAgo at={of.last_used_at} suffix />
            {of.last_address && ` from ${of.last_address}`}.
          </>
        )}
      </p>
    </TypedNameDialog>
  )
}
