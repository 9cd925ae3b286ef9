import type { ReactNode } from 'react'
import type { AuditKind } from '#contract/audit-log/audit-kind.ts'
import { ActionDialog } from './action-dialog.tsx'
import { AskingCard } from './asking-card.tsx'
import { type Resource, labelFor } from './resource.ts'
import { useChange } from './use-change.ts'

/** The last question before something is put away, with what follows as its text. */
function ArchiveQuestion(props: {
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

/** Puts a record away that has no lists of its own to leave, after asking. */
export function ArchiveOneCard(props: {
  org: string
  kind: AuditKind
  /** What it is: "policy". */
  one: string
  name: string
  answer: string
  /** What follows, as the text of the question. */
  consequence: string
  refusal: string | null
  call: string
  archive: () => Promise<unknown>
}) {
  const { name } = props
  const { run, ...state } = useChange(props.org, props.kind)
  return (
    <AskingCard
      {...props}
      verb="Archive"
      renderQuestion={(close) => (
        <ArchiveQuestion
          what={name}
          {...state}
          onClose={close}
          onArchive={async () => {
            if (await run(props.archive, `Archived ${name}`)) close()
          }}
        >
          <p>{props.consequence}</p>
        </ArchiveQuestion>
      )}
    />
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
    <AskingCard
      verb="Archive"
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
