import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { suspendingPart, usePreload } from '#web/connection/lazy-part.ts'
import { typesText } from '#web/ui/shortcuts.ts'
import type { Filter } from './filter.ts'

const TimeFields = suspendingPart(() => import('./time-fields.tsx'))
const ValueFields = suspendingPart(() => import('./value-fields.tsx'))

/** Loads the controls of filters before one is opened. */
export const usePreloadedFields = (): void => usePreload(TimeFields, ValueFields)

/** The controls of a filter, in a popover or in the phone's sheet. */
export function FilterFields(props: { filter: Filter; onDone: () => void }) {
  const { filter, onDone } = props
  const [typed, setTyped] = useState('')
  return (
    <Suspense fallback={<Loading onType={(key) => setTyped((text) => text + key)} />}>
      <Focused>
        {filter.kind === 'time' ? (
          <TimeFields filter={filter} onDone={onDone} />
        ) : (
          <ValueFields filter={filter} typed={typed} onDone={onDone} />
        )}
      </Focused>
    </Suspense>
  )
}

/** The popover around an element, if the focus is on it and on nothing in it. */
const focusedPanel = (element: HTMLElement | null) => {
  const panel = element?.closest('[data-layer]')
  return panel === document.activeElement ? panel : null
}

/** In place of the controls: letters that are typed on their popover are kept for their field. */
function Loading(props: { onType: (key: string) => void }) {
  const { onType } = props
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const keep = (event: KeyboardEvent) => {
      if (!typesText(event) || !focusedPanel(line.current)) return
      // Else the field, focused meanwhile, would get it as well.
      event.preventDefault()
      onType(event.key)
    }
    document.addEventListener('keydown', keep)
    return () => document.removeEventListener('keydown', keep)
  }, [onType])
  return (
    <p ref={line} className="p-4 text-muted">
      Loading
    </p>
  )
}

/** The first control gets the focus, where the popover has it: it opened before they were there. */
function Focused(props: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (focusedPanel(box.current)) box.current?.querySelector<HTMLElement>('input, button')?.focus()
  }, [])
  return <div ref={box}>{props.children}</div>
}
