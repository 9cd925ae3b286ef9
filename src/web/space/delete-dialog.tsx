import { type Space, deleteSpace } from '#contract/space/space.ts'
import { call } from '#web/api/call.ts'
import { ActionDialog } from '#web/record/action-dialog.tsx'
import { useChange } from '#web/record/use-change.ts'
import { pathOf } from './queries.ts'

/** Asks once more; the service refuses a space that holds something archived, and says what. */
export default function DeleteSpaceDialog(props: {
  org: string
  space: Space
  onClose: () => void
}) {
  const { org, space, onClose } = props
  const { isBusy, failure, run } = useChange(org, 'space_deleted')
  const remove = async () => {
    const params = { org, space_id: space.id }
    if (await run(() => call(deleteSpace, { params }), `Deleted ${space.name}`)) onClose()
  }
  return (
    <ActionDialog
      takesAway
      title={`Delete ${space.name}?`}
      action={isBusy ? 'Deleting' : 'Delete'}
      isBusy={isBusy}
      failure={failure}
      onConfirm={remove}
      onClose={onClose}
    >
      <p className="wrap-anywhere">{pathOf(space)} holds nothing, so nothing is deleted with it.</p>
    </ActionDialog>
  )
}
