import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { confirm, toast } from './announcer.tsx'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { openLayers } from './layer.ts'

/** Copies a text; shows a tick for a moment. With `label` it has a text, else `what` names it. */
export function CopyButton(props: {
  text: string | (() => string)
  /** Name of the thing, as in "Fingerprint copied". */
  what: string
  label?: string
}) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 1_500)
    return () => clearTimeout(timer)
  }, [copied])

  const copy = async () => {
    const text = typeof props.text === 'string' ? props.text : props.text()
    setCopied(await copyText(text, props.what, confirm))
  }
  return (
    <Button
      kind="quiet"
      size="small"
      icon={!props.label}
      aria-label={props.label ? undefined : `Copy ${props.what.toLowerCase()}`}
      onClick={() => void copy()}
    >
      {props.label ?? <Icon of={copied ? Check : Copy} small />}
      {props.label && copied && <Icon of={Check} small />}
    </Button>
  )
}

/**
 * Copies text and says so: by `confirmCopy` where it was copied, always in a toast where it could not
 * be. Works on plain http too, where the clipboard interface is missing.
 */
export async function copyText(text: string, what: string, confirmCopy = toast): Promise<boolean> {
  const copied = await (navigator.clipboard?.writeText(text).then(
    () => true,
    () => copyBySelection(text),
  ) ?? copyBySelection(text))
  if (copied) confirmCopy(`${what} copied`)
  else toast(`${what} could not be copied`)
  return copied
}

function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'sr-only'
  const focused = document.activeElement
  // An open dialog keeps the focus inside it.
  const host = [...document.querySelectorAll(openLayers)].at(-1) ?? document.body
  host.append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return copied
}
