import { type ReactNode, useId } from 'react'

/** A part of the settings: what it is for at the left, what is set in a frame at the right. */
export function SettingsSection(props: {
  title: string
  /** Its purpose, and whom it touches now. */
  explanation: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-2 @min-[50rem]/main:grid-cols-[16.5rem_minmax(0,1fr)]"
    >
      <div className="grid max-w-[72ch] content-start gap-1 text-table text-muted">
        <h2 id={id} className="text-body font-semibold text-text">
          {props.title}
        </h2>
        {props.explanation}
      </div>
      <div className="min-w-0 rounded-card border border-line bg-bg">{props.children}</div>
    </section>
  )
}
