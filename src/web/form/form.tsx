import { type ComponentProps, useEffect, useRef, useState } from 'react'

const controls =
  ':is(input:not([type=hidden]), textarea, select, button, [role=combobox], [role=radio], [role=checkbox]):not(:disabled, [tabindex="-1"])'

/** The first field that is marked as wrong, or has a note that says so. */
function firstFault(form: HTMLFormElement): HTMLElement | null {
  const fault = form.querySelector<HTMLElement>('[aria-invalid=true], [data-fault]')
  if (!fault || fault.matches(controls)) return fault
  const group = 'fault' in fault.dataset ? fault.parentElement : fault
  return group?.querySelector<HTMLElement>(controls) ?? null
}

/**
 * A form that checks itself in words: when a submit has found a fault, here or at the service, the
 * focus goes to the first field that has one.
 */
export function Form(
  props: Omit<ComponentProps<'form'>, 'onSubmit' | 'ref' | 'noValidate'> & {
    onSubmit: () => unknown
  },
) {
  const { onSubmit, ...rest } = props
  const form = useRef<HTMLFormElement>(null)
  const [tries, setTries] = useState(0)
  const submit = async () => {
    await onSubmit()
    setTries((count) => count + 1)
  }
  // After what the submit said is shown.
  useEffect(() => {
    if (tries === 0 || !form.current) return
    const fault = firstFault(form.current)
    // A button loses the focus while it is off.
    const isLost = document.activeElement === document.body
    const next = fault ?? (isLost ? form.current.querySelector('[type=submit]') : null)
    if (next instanceof HTMLElement) next.focus()
  }, [tries])
  return (
    <form
      noValidate
      ref={form}
      {...rest}
      onSubmit={(event) => {
        event.preventDefault()
        // A form in a dialog that this one opened sends itself.
        if (event.target !== event.currentTarget) return
        const isSending = event.currentTarget.querySelector('[type=submit][aria-busy=true]')
        if (!isSending) void submit()
      }}
    />
  )
}
