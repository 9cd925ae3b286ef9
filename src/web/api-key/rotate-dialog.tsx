import { useState } from 'react'
import type { KeySummary, NewKey } from '#contract/api-key/api-key.ts'
import { SelectField } from '#web/form/select-field.tsx'
import { ActionDialog } from '#web/record/action-dialog.tsx'
import { useChange } from '#web/record/use-change.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { graces, labelOf } from './key-labels.ts'
import type { KeyOwner } from './key-owner.ts'
import { ShownOnce } from './shown-once.tsx'

/** Puts a new key in the place of one, which works on for a chosen grace. */
export default function RotateDialog(props: {
  owner: KeyOwner
  of: KeySummary
  onClose: () => void
}) {
  const { owner, of, onClose } = props
  const label = labelOf(of)
  const [hours, setHours] = useState<number>(24)
  const [made, setMade] = useState<NewKey | null>(null)
  const { isBusy, failure, run } = useChange(owner.org, 'key_rotated')
  const body = { grace_period_hours: hours }
  if (made) {
    return (
      <Dialog title={`New key for ${label}`} place="wide">
        <ShownOnce org={owner.org} made={made} onClose={onClose} />
      </Dialog>
    )
  }
  return (
    <ActionDialog
      title={`Rotate ${label}?`}
      action={isBusy ? 'Rotating' : 'Rotate'}
      isBusy={isBusy}
      failure={failure}
      call={owner.rotateCall(of.id, body)}
      onConfirm={() =>
        void run(async () => setMade(await owner.rotate(of.id, body)), `Rotated ${label}`)
      }
      onClose={onClose}
    >
      <p>
        A new key is made now, with the same label and expiry.{' '}
        {of.last_used_at === null ? (
          'Nobody has used the old one.'
        ) : (
          <>
            The old one was used <TimeAgo at={of.last_used_at} suffix />
            {of.last_address && ` from ${of.last_address}`}.
          </>
        )}
      </p>
      <SelectField
        label="The old key"
        value={String(hours)}
        options={graces.map((one) => ({ value: String(one.hours), label: one.label }))}
        onChange={(value) => setHours(Number(value))}
      />
    </ActionDialog>
  )
}
