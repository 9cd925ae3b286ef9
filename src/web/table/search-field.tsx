import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'

/** Milliseconds: a list over thousands of rows answers within 200. */
const pause = 100

/** A field that filters while one types; `/` goes there. */
export function SearchField(props: {
  label: string
  value: string
  onChange: (value: string | undefined) => void
}) {
  const { value, onChange } = props
  const [text, setText] = useState(value)
  const [sent, setSent] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  useShortcuts([{ key: '/', label: props.label, run: () => field.current?.focus() }])

  // The URL changed by other means than this field: "Clear all", or going back.
  if (value !== sent) {
    setSent(value)
    setText(value)
  }
  useEffect(() => {
    if (text.trim() === sent) return
    const timer = setTimeout(() => {
      setSent(text.trim())
      onChange(text.trim() || undefined)
    }, pause)
    return () => clearTimeout(timer)
  }, [text, sent, onChange])

  return (
    <label className="flex h-7 w-56 items-center gap-2 rounded-base border border-control-border bg-bg px-2 text-table text-muted focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent max-md:h-11 max-md:min-w-36 max-md:flex-1">
      <Icon of={Search} small />
      <span className="sr-only">{props.label}</span>
      <input
        ref={field}
        type="search"
        value={text}
        placeholder={props.label}
        className="min-w-0 flex-1 bg-transparent text-text outline-none max-md:text-lead"
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur()
        }}
      />
    </label>
  )
}
