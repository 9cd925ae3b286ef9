import { type ReactNode, useState } from 'react'

/** Opens and closes what not everybody wants to read; it is made when it is first needed. */
export function Disclosure(props: { label: ReactNode; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit py-0.5 text-muted marker:text-muted hover:text-text max-md:py-3">
        {props.label}
      </summary>
      {isOpen && props.children}
    </details>
  )
}
