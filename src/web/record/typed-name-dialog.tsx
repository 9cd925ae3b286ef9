import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { TextField } from './field.tsx'

/** Asks to type a name before what cannot be taken back is done. */
export function TypedName(props: {
  /** What the name is of: "label". */
  what: string
  name: string
  action: string
  isBusy: boolean
  onConfirm: () => void
  onCancel: () => void
}) {
  const { what, name, action, isBusy } = props
  const [typed, setTyped] = useState('')
  const isRight = typed.trim() === name.trim()
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (isRight) props.onConfirm()
      }}
    >
      <TextField
        label={`Type the ${what} to go on`}
        hint={<span className="wrap-anywhere">{name}</span>}
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to type it
        autoFocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={props.onCancel}>Cancel</Button>
        <Button type="submit" kind="primary" disabled={isBusy || !isRight}>
          {action}
        </Button>
      </div>
    </form>
  )
}
