import { type ReactNode, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { CallBox } from '../ui/call-box.tsx'
import { Card } from '../ui/card.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { ActionDialog } from './action-dialog.tsx'

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
  onArchive: () => void | Promise<unknown>
  children: ReactNode
}) {
  return (
    <ActionDialog
      title={`Archive ${props.what}?`}
      action={props.isBusy ? 'Archiving' : 'Archive'}
      isBusy={props.isBusy}
      failure={props.failure}
      onConfirm={props.onArchive}
      onClose={props.onClose}
    >
      {props.children}
    </ActionDialog>
  )
}
