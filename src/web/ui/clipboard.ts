import { confirm } from './announcer.tsx'

/** Copies text and says so; works on plain http too, where the clipboard interface is missing. */
export async function copyText(text: string, what: string): Promise<boolean> {
  const copied = await (navigator.clipboard?.writeText(text).then(
    () => true,
    () => copyBySelection(text),
  ) ?? copyBySelection(text))
  confirm(copied ? `${what} copied` : `${what} could not be copied`)
  return copied
}

function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'sr-only'
  const focused = document.activeElement
  // An open modal dialog makes everything outside it inert, the body's children too.
  const host = document.querySelector('dialog[open]') ?? document.body
  host.append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return copied
}
