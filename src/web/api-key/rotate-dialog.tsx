import { useState } from 'react'
import type { KeySummary, NewKey } from '#contract/api-key/api-key.ts'
import { SelectField } from '#web/form/select-field.tsx'
import { ActionDialog } from '#web/record/action-dialog.tsx'
import { useChange } from '#web/record/use-change.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { LastUse, graces, labelOf } from './key-labels.tsx'
import type { KeyOwner } from './key-owner.ts'
import { ShownOnce } from './shown-once.tsx'

/** Puts a new key in the place of one, which works on for a chosen grace. */
export default function RotateDialog(props: {
  owner: KeyOwner
  of: KeySummary
  /** When the service was asked about it, in Unix seconds. */
  asOf: number
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
      <Dialog title={`New key for ${label}`} position="wide">
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
        A new key is made in the place of this one, with the same label and expiry.{' '}
        <LastUse of={of} asOf={props.asOf} />
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
