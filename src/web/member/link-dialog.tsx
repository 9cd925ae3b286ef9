import { Button } from '#web/ui/button.tsx'
import { CallBox } from '#web/ui/call-box.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** A one-time sign-in link at the only time that it is shown. */
export function LinkDialog(props: { name: string; link: string; onClose: () => void }) {
  const { name, link, onClose } = props
  return (
    <Dialog title={`${name} is a member`} position="wide">
      <div className="grid gap-4 px-4 pb-4 text-table">
        <p>
          <strong className="font-semibold">This link is shown only once.</strong> It signs {name}{' '}
          in once, within 24 hours. Send it where only they read it.
        </p>
        <CallBox call={link} what="Link" />
        <div className="flex justify-end">
          <Button kind="primary" onClick={onClose}>
            I have sent it
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
