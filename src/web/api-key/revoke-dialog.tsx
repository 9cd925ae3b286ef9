import type { KeySummary } from '#contract/api-key/api-key.ts'
import { FormError } from '#web/form/form-error.tsx'
import { TypedName } from '#web/form/typed-name-field.tsx'
import { useChange } from '#web/record/use-change.ts'
import { CallBox } from '#web/ui/call-box.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
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
  const { isBusy, failure, run } = useChange(owner.org, 'key_revoked')
  const revoke = async () => {
    if (await run(() => owner.revoke(of.id), `Revoked ${label}`)) onClose()
  }
  return (
    <Dialog isAlert title={`Revoke ${label}?`} onClose={onClose}>
      <div className="grid gap-4 px-4 pb-4 text-table">
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
        <Disclosure label="As API call">
          <CallBox call={owner.revokeCall(of.id)} />
        </Disclosure>
        <FormError message={failure ?? undefined} />
        <TypedName
          what="label"
          name={label}
          action={isBusy ? 'Revoking' : 'Revoke'}
          isBusy={isBusy}
          onConfirm={() => void revoke()}
          onCancel={onClose}
        />
      </div>
    </Dialog>
  )
}
