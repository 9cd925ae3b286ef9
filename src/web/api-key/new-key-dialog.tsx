import { useState } from 'react'
import type { NewKey } from '#contract/api-key/api-key.ts'
import { TextField } from '#web/form/field.tsx'
import { SelectField } from '#web/form/select-field.tsx'
import { ActionDialog } from '#web/record/action-dialog.tsx'
import { useChange } from '#web/record/use-change.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useNow } from '#web/ui/time.tsx'
import { expiryIn, lifetimes } from './key-labels.tsx'
import type { KeyOwner } from './key-owner.ts'
import { ShownOnce } from './shown-once.tsx'

const fields = ['description', 'expires_at'] as const

/** Makes a key with a label and a lifetime, and shows it once. */
export default function NewKeyDialog(props: { owner: KeyOwner; onClose: () => void }) {
  const { owner, onClose } = props
  const [label, setLabel] = useState('')
  const [days, setDays] = useState<number>(90)
  const [made, setMade] = useState<NewKey | null>(null)
  const { isBusy, failure, faultOf, run } = useChange(owner.org, 'key_created', fields)
  const body = { description: label.trim(), expires_at: expiryIn(days, useNow()) }
  if (made) {
    return (
      <Dialog title={`Key ${made.description}`} position="wide">
        <ShownOnce org={owner.org} made={made} onClose={onClose} />
      </Dialog>
    )
  }
  return (
    <ActionDialog
      title="New API key"
      action={isBusy ? 'Creating' : 'Create key'}
      isBusy={isBusy}
      failure={failure}
      isIncomplete={label.trim() === ''}
      call={owner.createCall(body)}
      onConfirm={() =>
        run(async () => setMade(await owner.create(body)), `Created the key ${label}`)
      }
      onClose={onClose}
    >
      <TextField
        label="Label"
        required
        maxLength={255}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to type it
        autoFocus
        hint="What uses it, for instance payments build"
        error={faultOf('description')}
        value={label}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
      <SelectField
        label="Lifetime"
        error={faultOf('expires_at')}
        value={String(days)}
        options={lifetimes.map((one) => ({ value: String(one.days), label: one.label }))}
        onChange={(value) => setDays(Number(value))}
      />
    </ActionDialog>
  )
}
