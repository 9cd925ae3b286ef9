import { useState } from 'react'
import { controlIdentifier, createControl } from '#contract/control/control.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import { NameField, TextArea, TextField } from '#web/form/field.tsx'
import { ActionDialog } from '#web/record/action-dialog.tsx'
import { useChange, useIsOpen } from '#web/record/use-change.ts'

const fields = ['identifier', 'name', 'description'] as const

/** Makes a control; its identifier is what rules and decisions name, and stays. */
export default function NewControlDialog(props: {
  org: string
  onClose: () => void
  onCreated: (identifier: string) => void
}) {
  const { org, onClose } = props
  const [identifier, setIdentifier] = useState('')
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const { isBusy, failure, faultOf, run } = useChange(org, 'control_created', fields)
  const isOpen = useIsOpen()
  const isIdentifier = controlIdentifier.safeParse(identifier.trim()).success
  const body = { identifier: identifier.trim(), name: name.trim(), description }
  const input = { params: { org }, body }
  const create = async () => {
    const isDone = await run(() => call(createControl, input), `Created ${body.identifier}`)
    if (isDone && isOpen()) props.onCreated(body.identifier)
  }
  return (
    <ActionDialog
      title="New control"
      action={isBusy ? 'Creating' : 'Create'}
      isBusy={isBusy}
      failure={failure}
      isIncomplete={!isIdentifier || body.name === ''}
      call={curl(createControl, input)}
      onConfirm={create}
      onClose={onClose}
    >
      <NameField
        label="Identifier"
        hint="As rules and decisions name it, for instance RCTL-1; it cannot be changed"
        error={
          identifier && !isIdentifier
            ? 'Letters, digits and - . _ ~, beginning with a letter or a digit'
            : faultOf('identifier')
        }
        value={identifier}
        onChange={(event) => setIdentifier(event.currentTarget.value)}
      />
      <TextField
        label="Name"
        required
        maxLength={255}
        error={faultOf('name')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextArea
        label="Description"
        error={faultOf('description')}
        rows={3}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
    </ActionDialog>
  )
}
