import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { ComboboxOption } from '#web/ui/combobox-layer.tsx'
import { controlClass } from '#web/ui/control.ts'
import { handsOnFocus } from '#web/ui/hand-on-focus.ts'
import { Icon } from '#web/ui/icon.tsx'
import { LateLayer, layerPart } from '#web/ui/late-layer.tsx'
import { FieldNote } from './field.tsx'

const TokenLayer = layerPart('TokenLayer')

/** A choice, as a token in the field. */
interface Token {
  key: string
  label: string
  /** Muted, after the label: how many it stands for. */
  note?: string
  /** Whether it stands for nothing now: its frame is dashed. */
  isIdle?: boolean
}

/**
 * Some of many things in one field: what was chosen stands in it as tokens, and typing finds more.
 * Enter adds, Backspace removes the last, Escape closes. Pressed before the options are there, Enter
 * adds the one that is called as the text, once it is found, and no other.
 */
export function TokenField(props: {
  label: string
  placeholder: string
  tokens: readonly Token[]
  text: string
  onText: (text: string) => void
  /** Without what was chosen already; undefined until they answer the text. */
  options: readonly ComboboxOption[] | undefined
  /** Text in place of the list where nothing is found. */
  none: string
  error?: string | null
  hint: ReactNode
  onAdd: (key: string) => void
  onRemove: (key: string) => void
}) {
  const { label, tokens, text, onText, options, onRemove } = props
  const [isOpen, setOpen] = useState(false)
  /** The text that Enter was pressed with before there were options. */
  const entered = useRef<string>(undefined)
  const field = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const last = tokens.at(-1)
  const noteId = useId()
  const add = (key: string) => {
    props.onAdd(key)
    onText('')
    // It would lie over what comes next in the form.
    setOpen(false)
  }
  const addEntered = useEffectEvent((found: readonly ComboboxOption[]) => {
    const name = entered.current
    entered.current = undefined
    if (!isOpen || name !== text.trim()) return
    const one = found.find(({ value, label: known }) => value === name || known === name)
    if (one) add(one.value)
  })
  useEffect(() => {
    if (options) addEntered(options)
  }, [options])
  const opener = (
    <input
      ref={input}
      value={text}
      placeholder={tokens.length === 0 ? props.placeholder : ''}
      // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- added around it
      role="combobox"
      aria-label={label}
      aria-expanded={isOpen}
      aria-describedby={noteId}
      aria-invalid={props.error ? true : undefined}
      autoCapitalize="off"
      className="min-h-6 min-w-24 flex-1 bg-transparent px-1.5 text-table outline-none max-md:min-h-9 max-md:text-lead"
      onChange={(event) => {
        onText(event.currentTarget.value)
        setOpen(true)
      }}
      onClick={() => setOpen(true)}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown') setOpen(true)
        if (event.key === 'Backspace' && text === '' && last) onRemove(last.key)
        // Closed, Enter would choose what nobody sees.
        if (event.key === 'Enter' && !isOpen) event.preventDefault()
        if (event.key === 'Enter' && isOpen && !options) entered.current = text.trim()
      }}
    />
  )
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 text-table font-medium">{label}</legend>
      <div
        ref={field}
        className={clsx(
          controlClass,
          'flex flex-wrap items-center gap-1 py-0.5 pl-1 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-accent',
          props.error && 'border-text inset-ring inset-ring-text',
        )}
      >
        {tokens.map((token) => (
          <TokenChip key={token.key} token={token} onRemove={() => onRemove(token.key)} />
        ))}
        <LateLayer opener={opener} popup="listbox" onOpen={() => setOpen(true)}>
          <TokenLayer
            {...{ label, text, onText, options, isOpen, setOpen, field, input }}
            none={props.none}
            onAdd={add}
          >
            {opener}
          </TokenLayer>
        </LateLayer>
      </div>
      <FieldNote id={noteId} error={props.error ?? null} hint={props.hint} />
    </fieldset>
  )
}

function TokenChip(props: { token: Token; onRemove: () => void }) {
  const { label, note, isIdle } = props.token
  return (
    <span
      className={clsx(
        'inline-flex min-h-6 max-w-full items-center rounded-tag pl-2 text-table max-md:min-h-8 forced-colors:border',
        isIdle ? 'border border-dashed border-control-border' : 'bg-hover',
      )}
    >
      <span className="min-w-0 wrap-anywhere">
        {label} {note && <span className="text-muted">{note}</span>}
      </span>
      <button
        ref={handsOnFocus}
        type="button"
        aria-label={`Remove ${label}`}
        className="grid size-6 shrink-0 place-items-center rounded-tag text-muted hover:text-text max-md:size-8"
        onClick={props.onRemove}
      >
        <Icon of={X} small />
      </button>
    </span>
  )
}
