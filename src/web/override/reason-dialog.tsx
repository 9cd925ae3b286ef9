import { type ReactNode, useState } from 'react'
import { FormError } from '../form/form-error.tsx'
import { TextArea } from '../form/text-area.tsx'
import { Button } from '../ui/button.tsx'
import { CallBox } from '../ui/call-box.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Disclosure } from '../ui/disclosure.tsx'

/** Asks why something is done with an override, before it is. */
export function ReasonDialog(props: {
  title: string
  /** What it does, in a sentence. */
  effect: ReactNode
  action: string
  reason: string
  onReason: (reason: string) => void
  isOptional?: boolean
  call: string
  isBusy: boolean
  failure: string | null
  /** Why it cannot be done as it stands; null where it can. */
  problem?: string | null
  onConfirm: () => void
  onClose: () => void
  children?: ReactNode
}) {
  const { reason, isOptional, problem = null } = props
  const [isTried, setTried] = useState(false)
  const isMissing = !isOptional && reason.trim() === ''
  return (
    <Dialog title={props.title} place="wide" onClose={props.onClose}>
      <form
        noValidate
        className="grid gap-4 px-4 pb-4 text-table"
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (!isMissing && problem === null && !props.isBusy) props.onConfirm()
        }}
      >
        <div>{props.effect}</div>
        {props.children}
        <TextArea
          label={isOptional ? 'Reason, optional' : 'Reason'}
          required={!isOptional}
          rows={3}
          value={reason}
          error={isTried && isMissing ? 'Say why' : null}
          onChange={(event) => props.onReason(event.currentTarget.value)}
        />
        <Disclosure label="As API call">
          <CallBox call={props.call} />
        </Disclosure>
        <FormError message={props.failure ?? (isTried ? problem : null) ?? undefined} />
        <div className="flex justify-end gap-2">
          <Button onClick={props.onClose}>Cancel</Button>
          <Button type="submit" kind="primary" disabled={props.isBusy}>
            {props.isBusy ? 'Sending' : props.action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
