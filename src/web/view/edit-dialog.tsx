import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { View } from '#contract/view.ts'
import { useChange } from '../action/use-change.ts'
import { call } from '../api/call.ts'
import { versionedQuery } from '../api/versioned-query.ts'
import { FormError } from '../form/form-error.tsx'
import { TextField } from '../form/text-field.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DefaultField } from './default-field.tsx'
import { pages } from './pages.ts'
import { SearchTags } from './search-tags.tsx'

/** Renames a view, makes it the default of its page, or removes it. */
export default function EditDialog(props: { org: string; view: View; onClose: () => void }) {
  const { org, view, onClose } = props
  const [isRemoving, setRemoving] = useState(false)
  const Step = isRemoving ? RemoveStep : ChangeStep
  return (
    <Dialog title={isRemoving ? `Remove ${view.name}?` : `View ${view.name}`} onClose={onClose}>
      <Step org={org} view={view} onClose={onClose} onRemove={() => setRemoving(true)} />
    </Dialog>
  )
}

interface StepProps {
  org: string
  view: View
  onClose: () => void
  onRemove: () => void
}

function ChangeStep({ org, view, onClose, onRemove }: StepProps) {
  const params = { org, view_id: view.id }
  // As it was when this was opened: who saved meanwhile is not overwritten.
  const { data } = useQuery({ ...versionedQuery('getView', params), staleTime: 0, gcTime: 0 })
  const [etag, setEtag] = useState('')
  if (data && etag === '') setEtag(data.etag)
  const [name, setName] = useState(view.name)
  const [is_default, setDefault] = useState(view.is_default)
  const { isBusy, failure, run } = useChange(org, 'view_saved')
  const body = { name: name.trim(), is_default }
  const isSame = body.name === view.name && is_default === view.is_default
  const save = async () => {
    const send = () => call('changeView', { params, body, ifMatch: etag })
    if (await run(send, `Saved ${body.name}`)) onClose()
  }
  return (
    <form
      noValidate
      className="grid gap-3.5 px-4 pb-4 text-table"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <p className="flex flex-wrap items-center gap-2 text-muted">
        {pages[view.page].label} <SearchTags search={view.search} />
      </p>
      <TextField
        label="Name"
        required
        autoComplete="off"
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <DefaultField isTeam={view.scope === 'team'} isDefault={is_default} onChange={setDefault} />
      {data && etag !== '' && data.etag !== etag && !isBusy && (
        <p className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 wrap-anywhere">
            Somebody else has changed it meanwhile: it is called {data.record.name}
            {data.record.is_default ? ', and is the default' : ', and is no default'}.
          </span>
          <Button size="small" onClick={() => setEtag(data.etag)}>
            Keep mine
          </Button>
        </p>
      )}
      <FormError message={failure ?? undefined} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button kind="quiet" className="mr-auto" onClick={onRemove}>
          Remove…
        </Button>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          kind="primary"
          disabled={isBusy || !data || body.name === '' || isSame}
        >
          {isBusy ? 'Saving' : 'Save'}
        </Button>
      </div>
    </form>
  )
}

function RemoveStep({ org, view, onClose }: StepProps) {
  const { isBusy, failure, run } = useChange(org, 'view_removed')
  const remove = async () => {
    const params = { org, view_id: view.id }
    if (await run(() => call('deleteView', { params }), `Removed ${view.name}`)) onClose()
  }
  return (
    <div className="grid gap-4 px-4 pb-4 text-table">
      <p>
        {view.scope === 'team' ? 'It goes for everybody' : 'It goes from your list'}; links to what
        it shows work on.
      </p>
      <FormError message={failure ?? undefined} />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" disabled={isBusy} onClick={() => void remove()}>
          {isBusy ? 'Removing' : 'Remove'}
        </Button>
      </div>
    </div>
  )
}
