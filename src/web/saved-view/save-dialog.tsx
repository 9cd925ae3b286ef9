import { useState } from 'react'
import { type View, type ViewPage, createView } from '#contract/saved-view/saved-view.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import { ChoiceField } from '#web/form/choice-field.tsx'
import { TextField } from '#web/form/field.tsx'
import { ActionDialog } from '#web/record/action-dialog.tsx'
import { useChange } from '#web/record/use-change.ts'
import { DefaultField, SearchTags } from './view-fields.tsx'

const scopes = [
  { value: 'personal', label: 'Only me', hint: 'in your menu alone' },
  { value: 'team', label: 'Team', hint: 'everybody in the organization can open it' },
] as const

/** Saves the filters of a list under a name. */
export default function SaveDialog(props: {
  org: string
  page: ViewPage
  search: string
  /** Why one may save none for the team. */
  teamRefusal: string | null
  onSaved: (id: string) => void
  onClose: () => void
}) {
  const { org, page, search, teamRefusal, onClose } = props
  const [name, setName] = useState('')
  const [scope, setScope] = useState<View['scope']>('personal')
  const [is_default, setDefault] = useState(false)
  const { isBusy, failure, faultOf, run } = useChange(org, 'view_created', ['name'])
  const refusal = scope === 'team' ? teamRefusal : null
  const input = {
    params: { org },
    body: { name: name.trim(), page, search, scope, is_default },
  }
  const save = async () => {
    const send = async () => props.onSaved((await call(createView, input)).id)
    if (await run(send, `Saved ${input.body.name}`)) onClose()
  }
  return (
    <ActionDialog
      title="Save view"
      action={isBusy ? 'Saving' : 'Save view'}
      isBusy={isBusy}
      failure={failure}
      isIncomplete={refusal !== null || input.body.name === ''}
      call={curl(createView, input)}
      onConfirm={save}
      onClose={onClose}
    >
      <SearchTags search={search} />
      <TextField
        label="Name"
        required
        autoComplete="off"
        maxLength={100}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to type it
        autoFocus
        error={faultOf('name')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <ChoiceField label="For" options={scopes} value={scope} onChange={setScope} />
      {refusal && <p className="text-muted">{refusal}</p>}
      <DefaultField isTeam={scope === 'team'} isDefault={is_default} onChange={setDefault} />
    </ActionDialog>
  )
}
