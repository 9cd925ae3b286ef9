import type { ReactNode } from 'react'
import { Form } from '#web/form/form.tsx'
import { FormError } from '#web/form/form-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { AsApiCall } from '#web/ui/call-box.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** Asks for what one action needs, or only whether it is meant; stays open when it is refused. */
export function ActionDialog(props: {
  title: string
  position?: 'wide'
  /** Its effect cannot be taken back. */
  isAlert?: boolean
  /** It takes something away from somebody. */
  takesAway?: boolean
  /** Text of the button, also while it runs: "Create", "Creating". */
  action: string
  isBusy?: boolean
  failure?: string | null
  /** Something is still to be filled in. */
  isIncomplete?: boolean
  /** How the API does it. */
  call?: string
  onConfirm: () => void | Promise<unknown>
  onClose: () => void
  children: ReactNode
}) {
  const { call, onClose } = props
  return (
    <Dialog title={props.title} position={props.position} isAlert={props.isAlert} onClose={onClose}>
      <Form
        className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4 pb-4 text-table"
        onSubmit={() => !props.isIncomplete && props.onConfirm()}
      >
        {props.children}
        {call !== undefined && <AsApiCall call={call} />}
        <FormError message={props.failure ?? undefined} />
        <div className="sticky bottom-0 -mx-4 -mb-4 flex justify-end gap-2 border-t border-line bg-raised px-4 py-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            kind={props.isAlert || props.takesAway ? 'strongest' : 'primary'}
            isBusy={props.isBusy ?? false}
            disabled={props.isIncomplete}
          >
            {props.action}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
