import type { Space } from '#contract/space.ts'
import { useChange } from '../action/use-change.ts'
import { call } from '../api/call.ts'
import { FormError } from '../form/form-error.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { pathOf } from './path.ts'

/** Asks once more; a space that still holds something says what. */
export default function DeleteSpaceDialog(props: {
  org: string
  space: Space
  onClose: () => void
}) {
  const { org, space, onClose } = props
  const { isBusy, failure, run } = useChange(org, 'space_deleted')
  const remove = async () => {
    const params = { org, space_id: space.id }
    if (await run(() => call('deleteSpace', { params }), `Deleted ${space.name}`)) onClose()
  }
  return (
    <Dialog title={`Delete ${space.name}?`} onClose={onClose}>
      <div className="grid gap-4 px-4 pb-4 text-table">
        <p className="wrap-anywhere">
          {pathOf(space)}: only an empty space can be deleted. Nothing is deleted with it.
        </p>
        <FormError message={failure ?? undefined} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" disabled={isBusy} onClick={() => void remove()}>
            {isBusy ? 'Deleting' : 'Delete'}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
