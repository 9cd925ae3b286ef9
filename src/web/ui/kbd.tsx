import type { ReactNode } from 'react'

/** A key, as it stands on the keyboard. */
export function Kbd(props: { children: ReactNode }) {
  return (
    <kbd className="rounded-tag border border-line-strong px-1 font-sans text-mini font-medium text-muted">
      {props.children}
    </kbd>
  )
}
