import { clsx } from 'clsx'
import { Command } from 'cmdk'
import { X } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type ReactNode, use, useId, useRef, useState } from 'react'
import { type ComboboxOption, itemClass, Marked } from '#web/ui/combobox.tsx'
import { controlClass } from '#web/ui/control.ts'
import { Icon } from '#web/ui/icon.tsx'
import { layerClass, LayerHost, layerPlace } from '#web/ui/layer.ts'
import { FieldNote } from './field.tsx'

/** What was chosen, as a token in the field. */
export interface Token {
  key: string
  label: string
}

/**
 * Some of many things in one field: what was chosen stands in it as tokens, and typing finds more.
 * Enter adds, Backspace removes the last, Escape closes.
 */
export function TokenField(props: {
  label: string
  placeholder: string
  tokens: readonly Token[]
  text: string
  onText: (text: string) => void
  /** Without what was chosen already; undefined while it loads. */
  options: readonly ComboboxOption[] | undefined
  /** What stands in place of the list where nothing is found. */
  none: string
  error?: string | null
  hint: ReactNode
  onAdd: (key: string) => void
  onRemove: (key: string) => void
}) {
  const { label, tokens, text, onText, options, onAdd, onRemove } = props
  const [isOpen, setOpen] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const host = use(LayerHost)
  const last = tokens.at(-1)
  const noteId = useId()
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 text-table font-medium">{label}</legend>
      <Popover.Root open={isOpen} onOpenChange={setOpen}>
        <Command
          label={label}
          shouldFilter={false}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') setOpen(true)
            if (event.key === 'Backspace' && text === '' && last) onRemove(last.key)
            // Closed, Enter would choose what nobody sees.
            if (event.key === 'Enter' && !isOpen) event.preventDefault()
          }}
        >
          <Popover.Anchor asChild>
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
              <Command.Input asChild value={text} onValueChange={onText}>
                <input
                  ref={input}
                  placeholder={tokens.length === 0 ? props.placeholder : ''}
                  // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- added around it
                  role="combobox"
                  aria-expanded={isOpen}
                  // The list that it controls is there only while it is open.
                  {...(!isOpen && { 'aria-controls': undefined })}
                  aria-describedby={noteId}
                  aria-invalid={props.error ? true : undefined}
                  autoCapitalize="off"
                  className="min-h-6 min-w-24 flex-1 bg-transparent px-1.5 text-table outline-none max-md:min-h-9 max-md:text-lead"
                  onChange={() => setOpen(true)}
                  onClick={() => setOpen(true)}
                />
              </Command.Input>
            </div>
          </Popover.Anchor>
          <Popover.Portal container={host}>
            <Popover.Content
              {...layerPlace}
              data-layer=""
              align="start"
              role="presentation"
              className={clsx(layerClass, 'w-(--radix-popper-anchor-width) min-w-64')}
              onOpenAutoFocus={(event) => event.preventDefault()}
              onCloseAutoFocus={(event) => event.preventDefault()}
              onInteractOutside={(event) => {
                if (field.current?.contains(event.target as Node)) event.preventDefault()
              }}
            >
              <Command.List label={label}>
                {options?.map((option) => (
                  <Command.Item
                    key={option.value}
                    value={option.value}
                    className={itemClass}
                    onSelect={() => {
                      onAdd(option.value)
                      onText('')
                      // It would lie over what comes next in the form.
                      setOpen(false)
                      input.current?.focus()
                    }}
                  >
                    <Marked text={option.label ?? option.value} part={text} />
                    {option.note && (
                      <span className="ml-auto pl-4 text-meta text-muted">{option.note}</span>
                    )}
                  </Command.Item>
                ))}
                <Command.Empty className="px-2 py-1.5 text-muted">
                  {options ? props.none : 'Loading'}
                </Command.Empty>
              </Command.List>
            </Popover.Content>
          </Popover.Portal>
        </Command>
      </Popover.Root>
      <FieldNote id={noteId} error={props.error ?? null} hint={props.hint} />
    </fieldset>
  )
}

function TokenChip(props: { token: Token; onRemove: () => void }) {
  const { label } = props.token
  return (
    <span className="inline-flex min-h-6 max-w-full items-center rounded-tag bg-hover pl-2 text-table max-md:min-h-8 forced-colors:border">
      <span className="min-w-0 wrap-anywhere">{label}</span>
      <button
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
