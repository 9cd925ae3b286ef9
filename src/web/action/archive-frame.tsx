import { type ReactNode, useState } from 'react'
import { FormError } from '../form/form-error.tsx'
import { Button } from '../ui/button.tsx'
import { CallBox } from '../ui/call-box.tsx'
import { Card } from '../ui/card.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Disclosure } from '../ui/disclosure.tsx'

/** Offers to put one thing away: says what follows, who may not, and how the API does it. */
export function ArchiveFrame(props: {
  /** What it is: "policy". */
  one: string
  answer: string
  refusal: string | null
  call: string
  /** Asks once more. */
  renderQuestion: (close: () => void) => ReactNode
}) {
  const { one, refusal } = props
  const [isAsking, setAsking] = useState(false)
  return (
    <Card title="Archive" answer={props.answer}>
      <div className="grid gap-3 px-4 pt-3 pb-4">
        <div className="flex flex-wrap items-center gap-3">
          <Button disabled={refusal !== null} onClick={() => setAsking(true)}>
            Archive this {one}
          </Button>
          <span className="text-meta text-muted wrap-anywhere">{refusal}</span>
        </div>
        <div className="text-table">
          <Disclosure label="As API call">
            <CallBox call={props.call} />
          </Disclosure>
        </div>
      </div>
      {isAsking && props.renderQuestion(() => setAsking(false))}
    </Card>
  )
}

/** The last question before something is put away, with what follows as its text. */
export function ArchiveQuestion(props: {
  what: string
  isBusy: boolean
  failure: string | null
  onClose: () => void
  onArchive: () => Promise<void>
  children: ReactNode
}) {
  const { isBusy, failure, onClose } = props
  return (
    <Dialog title={`Archive ${props.what}?`} onClose={onClose}>
      <div className="grid gap-4 px-4 pb-4 text-table">
        {props.children}
        <FormError message={failure ?? undefined} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" disabled={isBusy} onClick={() => void props.onArchive()}>
            {isBusy ? 'Archiving' : 'Archive'}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
