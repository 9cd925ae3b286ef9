import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** Asks whether what was typed is to be lost; the focus is on the answer that keeps it. */
export default function LeaveUnsavedDialog(props: { onStay: () => void; onLeave: () => void }) {
  return (
    <Dialog isAlert title="Leave without saving?" onClose={props.onStay}>
      <p className="px-4 pb-4 text-table">What you typed on this page is lost.</p>
      <div className="flex justify-end gap-2 border-t border-line px-4 py-3">
        <Button onClick={props.onStay}>Stay</Button>
        <Button kind="strongest" onClick={props.onLeave}>
          Leave
        </Button>
      </div>
    </Dialog>
  )
}
