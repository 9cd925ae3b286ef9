import { type ReactNode, useState } from 'react'
import { TextArea } from '#web/form/field.tsx'
import { ActionDialog } from './action-dialog.tsx'

/** Asks why something is done, before it is. */
export function ReasonDialog(props: {
  title: string
  /** Its effect, in a sentence. */
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
  onConfirm: () => void | Promise<unknown>
  onClose: () => void
  children?: ReactNode
}) {
  const { reason, isOptional, isBusy, problem = null } = props
  const [isTried, setTried] = useState(false)
  const isMissing = !isOptional && reason.trim() === ''
  return (
    <ActionDialog
      title={props.title}
      position="wide"
      action={isBusy ? 'Sending' : props.action}
      isBusy={isBusy}
      failure={props.failure ?? (isTried ? problem : null)}
      call={props.call}
      onConfirm={() => {
        setTried(true)
        if (!isMissing && problem === null && !isBusy) return props.onConfirm()
      }}
      onClose={props.onClose}
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
    </ActionDialog>
  )
}
