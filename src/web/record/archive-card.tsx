import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { CallBox } from '#web/ui/call-box.tsx'
import { Card } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { type Resource, labelFor } from './resource.ts'
import { useChange } from './use-change.ts'

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

/** Puts a flow, an environment or a control away, after asking. */
export function ArchiveCard(props: {
  noun: Resource
  org: string
  name: string
  refusal: string | null
}) {
  const { noun, org, name, refusal } = props
  return (
    <ArchiveFrame
      one={noun.one}
      answer={`The ${noun.one} leaves the lists ${noun.words.leaves}. It stays readable, and can be made active again.`}
      refusal={refusal}
      call={noun.archiveCall(org, name)}
      renderQuestion={(close) => (
        <ArchiveDialog noun={noun} org={org} names={[name]} onClose={close} />
      )}
    />
  )
}

/** Asks once more, then archives them one after the other. */
export function ArchiveDialog(props: {
  noun: Resource
  org: string
  names: readonly string[]
  onClose: () => void
  onDone?: () => void
}) {
  const { noun, org, names, onClose } = props
  const { run, ...state } = useChange(org, noun.kinds.archived)
  const what = labelFor(noun, names)
  const archive = async () => {
    const isDone = await run(async () => {
      for (const name of names) await noun.archive(org, name)
    }, `Archived ${what}`)
    if (!isDone) return
    onClose()
    props.onDone?.()
  }
  return (
    <ArchiveQuestion what={what} {...state} onClose={onClose} onArchive={archive}>
      {names.length > 1 && <p className="wrap-anywhere">{names.join(', ')}</p>}
      <p>{noun.words.refusal(names.length === 1)} Everything recorded stays readable.</p>
    </ArchiveQuestion>
  )
}
