import { useState } from 'react'
import { type Space, changeSpace, createSpace } from '#contract/space/space.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import { TextField } from '#web/form/field.tsx'
import { SelectField } from '#web/form/select-field.tsx'
import { ActionDialog } from '#web/record/action-dialog.tsx'
import { useChange } from '#web/record/use-change.ts'
import { pathOf } from './queries.ts'

const top = ''

/** Makes a space, or renames and moves one. */
export default function SpaceDialog(props: {
  org: string
  spaces: readonly Space[]
  /** The one that is changed; without it one is made. */
  space?: Space
  /** Where a new one is offered to be. */
  parentId: string | null
  onClose: () => void
}) {
  const { org, spaces, space, onClose } = props
  const [name, setName] = useState(space?.name ?? '')
  const [parentId, setParentId] = useState(props.parentId ?? top)
  const { isBusy, failure, faultOf, run } = useChange(org, 'space_updated', ['name', 'parent_id'])
  const body = { name: name.trim(), parent_id: parentId === top ? null : parentId }
  const isSame = body.name === space?.name && body.parent_id === space.parent_id
  const made = { params: { org }, body }
  const changed = { params: { org, space_id: space?.id ?? '' }, body }
  const save = async () => {
    const send = () => (space ? call(changeSpace, changed) : call(createSpace, made))
    if (await run(send, space ? `Saved ${body.name}` : `Created ${body.name}`)) onClose()
  }
  // A space is offered no place in itself or below.
  const parents = spaces.filter(({ path }) => !space?.path.every((part, at) => path[at] === part))
  return (
    <ActionDialog
      title={space ? `Rename or move ${space.name}` : 'New space'}
      action={isBusy ? 'Saving' : space ? 'Save' : 'Create'}
      isBusy={isBusy}
      failure={failure}
      isIncomplete={body.name === '' || isSame}
      call={space ? curl(changeSpace, changed) : curl(createSpace, made)}
      onConfirm={save}
      onClose={onClose}
    >
      <TextField
        label="Name"
        required
        autoComplete="off"
        maxLength={255}
        hint="Any text without a slash"
        error={faultOf('name')}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to type it
        autoFocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <SelectField
        label="In"
        error={faultOf('parent_id')}
        value={parentId}
        options={[
          { value: top, label: 'At the top' },
          ...parents.map((parent) => ({ value: parent.id, label: pathOf(parent) })),
        ]}
        onChange={setParentId}
      />
    </ActionDialog>
  )
}
