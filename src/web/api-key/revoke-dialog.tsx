import type { KeySummary } from '#contract/api-key/api-key.ts'
import { TypedNameDialog } from '#web/record/typed-name-dialog.tsx'
import { useChange } from '#web/record/use-change.ts'
import { LastUse, labelOf } from './key-labels.tsx'
import type { KeyOwner } from './key-owner.ts'

/** Ends a key at once, after its label was typed. */
export default function RevokeDialog(props: {
  owner: KeyOwner
  of: KeySummary
  /** When the service was asked about it, in Unix seconds. */
  asOf: number
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
        Requests with it are refused at once. <LastUse of={of} asOf={props.asOf} />
      </p>
    </TypedNameDialog>
  )
}
