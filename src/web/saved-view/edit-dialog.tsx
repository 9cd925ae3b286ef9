import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type View, changeView, deleteView, getView } from '#contract/saved-view/saved-view.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import { versionedQuery } from '#web/api/endpoint-query.ts'
import { TextField } from '#web/form/field.tsx'
import { ActionDialog } from '#web/record/action-dialog.tsx'
import { useChange } from '#web/record/use-change.ts'
import { Button } from '#web/ui/button.tsx'
import { DefaultField, SearchTags } from './view-fields.tsx'
import { pages } from './view-search.ts'

interface Props {
  org: string
  view: View
  onClose: () => void
}

/** Renames a view, makes it the default of its page, or removes it. */
export default function EditDialog(props: Props) {
  const [isRemoving, setRemoving] = useState(false)
  if (isRemoving) return <RemoveDialog {...props} />
  return <ChangeDialog {...props} onRemove={() => setRemoving(true)} />
}

function ChangeDialog({ org, view, onClose, onRemove }: Props & { onRemove: () => void }) {
  const params = { org, view_id: view.id }
  const { data } = useQuery({ ...versionedQuery(getView, params), staleTime: 0, gcTime: 0 })
  // As it was when this was opened: who saved meanwhile is not overwritten.
  const [etag, setEtag] = useState('')
  if (data && etag === '') setEtag(data.etag)
  const [name, setName] = useState(view.name)
  const [is_default, setDefault] = useState(view.is_default)
  const { isBusy, failure, faultOf, run } = useChange(org, 'view_updated', ['name'])
  const body = { name: name.trim(), is_default }
  const isSame = body.name === view.name && is_default === view.is_default
  const theirs = data && etag !== '' && data.etag !== etag && !isBusy ? data : null
  const save = async () => {
    const send = () => call(changeView, { params, body, ifMatch: etag })
    if (await run(send, `Saved ${body.name}`)) onClose()
  }
  return (
    <ActionDialog
      title={`View ${view.name}`}
      action={isBusy ? 'Saving' : 'Save'}
      isBusy={isBusy}
      failure={failure}
      isIncomplete={!data || body.name === '' || isSame}
      call={curl(changeView, { params, body })}
      onConfirm={save}
      onClose={onClose}
    >
      <p className="flex flex-wrap items-center gap-2 text-muted">
        {pages[view.page].label} <SearchTags search={view.search} />
      </p>
      <TextField
        label="Name"
        required
        autoComplete="off"
        maxLength={100}
        error={faultOf('name')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <DefaultField isTeam={view.scope === 'team'} isDefault={is_default} onChange={setDefault} />
      {theirs && (
        <p className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 wrap-anywhere">
            It was changed in the meantime: it is called {theirs.record.name}
            {theirs.record.is_default ? ', and is the default' : ', and is no default'}.
          </span>
          <Button size="small" onClick={() => setEtag(theirs.etag)}>
            Keep mine
          </Button>
        </p>
      )}
      <div>
        <Button size="small" onClick={onRemove}>
          Remove this view…
        </Button>
      </div>
    </ActionDialog>
  )
}

function RemoveDialog({ org, view, onClose }: Props) {
  const { isBusy, failure, run } = useChange(org, 'view_removed')
  const remove = async () => {
    const params = { org, view_id: view.id }
    if (await run(() => call(deleteView, { params }), `Removed ${view.name}`)) onClose()
  }
  return (
    <ActionDialog
      takesAway
      title={`Remove ${view.name}?`}
      action={isBusy ? 'Removing' : 'Remove'}
      isBusy={isBusy}
      failure={failure}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        {view.scope === 'team'
          ? 'It will be removed for everybody'
          : 'It will be removed from your list'}
        ; links to what it shows work on.
      </p>
    </ActionDialog>
  )
}
