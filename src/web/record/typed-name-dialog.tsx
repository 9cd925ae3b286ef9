import { type ReactNode, useState } from 'react'
import { TextField } from '#web/form/field.tsx'
import { ActionDialog } from './action-dialog.tsx'

/** Asks to type a name before what cannot be taken back is done. */
export function TypedNameDialog(props: {
  /** "Delete", also while it runs: "Deleting". */
  action: readonly [idle: string, busy: string]
  /** Kind of thing: "label". */
  what: string
  name: string
  /** The question; without it the action and the name. */
  title?: string
  isBusy: boolean
  failure: string | null
  /** How the API does it. */
  call?: string
  onConfirm: () => void | Promise<unknown>
  onClose: () => void
  /** Consequences. */
  children: ReactNode
}) {
  const { name, isBusy } = props
  const [idle, busy] = props.action
  const [typed, setTyped] = useState('')
  const isRight = typed.trim() === name.trim()
  return (
    <ActionDialog
      {...props}
      isAlert
      title={props.title ?? `${idle} ${name}?`}
      action={isBusy ? busy : idle}
      isIncomplete={!isRight}
    >
      {props.children}
      <TextField
        label={`Type the ${props.what} to go on`}
        hint={<span className="wrap-anywhere">{name}</span>}
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to type it
        autoFocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </ActionDialog>
  )
}
