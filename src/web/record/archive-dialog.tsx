import type { ReactNode } from 'react'
import type { AuditKind } from '#contract/audit-log/audit-kind.ts'
import { ActionDialog } from './action-dialog.tsx'
import { type Resource, labelFor } from './resource.ts'
import { TypedNameDialog } from './typed-name-dialog.tsx'
import { useChange } from './use-change.ts'

/** One record is put away once its name is typed, since others rely on it. */
const archiving = { action: ['Archive', 'Archiving'], what: 'name' } as const

/** Puts a record away that has no lists of its own to leave, after its name was typed. */
export function ArchiveOneDialog(props: {
  org: string
  kind: AuditKind
  name: string
  call: string
  archive: () => Promise<unknown>
  onClose: () => void
  /** Consequences. */
  children: ReactNode
}) {
  const { name, archive, onClose } = props
  const { run, ...state } = useChange(props.org, props.kind)
  return (
    <TypedNameDialog
      {...archiving}
      name={name}
      call={props.call}
      {...state}
      onClose={onClose}
      onConfirm={async () => {
        if (await run(archive, `Archived ${name}`)) onClose()
      }}
    >
      {props.children}
    </TypedNameDialog>
  )
}

async function oneByOne(names: readonly string[], change: (name: string) => Promise<unknown>) {
  for (const name of names) await change(name)
}

/** Asks once more, then archives them one after the other. */
export default function ArchiveDialog(props: {
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
    const isDone = await run(
      () => oneByOne(names, (name) => noun.archive(org, name)),
      `Archived ${what}`,
      () => oneByOne(names, (name) => noun.activate(org, name)),
    )
    if (!isDone) return
    onClose()
    props.onDone?.()
  }
  const [only] = names.length === 1 ? names : []
  const consequences = (
    <p>
      {noun.refusal(names.length === 1)} Everything recorded stays readable, and{' '}
      {names.length === 1 ? 'it' : 'each'} can be made active again.
    </p>
  )
  if (only !== undefined) {
    return (
      <TypedNameDialog
        {...archiving}
        name={only}
        {...state}
        call={noun.archiveCall(org, only)}
        onClose={onClose}
        onConfirm={archive}
      >
        {consequences}
      </TypedNameDialog>
    )
  }
  return (
    <ActionDialog
      takesAway
      title={`Archive ${what}?`}
      action={state.isBusy ? 'Archiving' : 'Archive'}
      {...state}
      onConfirm={archive}
      onClose={onClose}
    >
      <p className="wrap-anywhere">{names.join(', ')}</p>
      {consequences}
    </ActionDialog>
  )
}
