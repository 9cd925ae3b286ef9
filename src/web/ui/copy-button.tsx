import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, type ButtonLook } from './button.tsx'
import { copyText } from './clipboard.ts'
import { Icon } from './icon.tsx'

/** Copies a text; shows a tick for a moment. With `label` it has words, else `what` names it. */
export function CopyButton(props: {
  text: string | (() => string)
  /** Name of the thing, as in "Fingerprint copied". */
  what: string
  label?: string
  look?: ButtonLook
}) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 1_500)
    return () => clearTimeout(timer)
  }, [copied])

  const copy = async () => {
    const text = typeof props.text === 'string' ? props.text : props.text()
    setCopied(await copyText(text, props.what))
  }
  return (
    <Button
      kind="quiet"
      size="small"
      icon={!props.label}
      {...props.look}
      aria-label={props.label ? undefined : `Copy ${props.what.toLowerCase()}`}
      title={props.label ? undefined : `Copy ${props.what.toLowerCase()}`}
      onClick={() => void copy()}
    >
      {props.label ?? <Icon of={copied ? Check : Copy} small />}
      {props.label && copied && <Icon of={Check} small />}
    </Button>
  )
}
