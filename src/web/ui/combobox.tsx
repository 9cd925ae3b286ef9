import { clsx } from 'clsx'
import { Command } from 'cmdk'
import { Check, ChevronsUpDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type ComponentProps, use, useState } from 'react'
import { controlClass } from './control.ts'
import { Icon } from './icon.tsx'
import { layerClass, LayerHost, layerItemClass, layerPlace } from './layer.ts'

/** A value to find and choose. */
export interface ComboboxOption {
  value: string
  /** What is shown and found; the value where it is not given. */
  label?: string
  note?: string
}

/** Options that are drawn at once; the rest is found by typing. */
const mostDrawn = 200

/** One of many values, found by a part of its name. */
export function Combobox(
  props: {
    /** What is found, for assistive technology: "Time zone". */
    label: string
    value: string
    options: readonly ComboboxOption[]
    onChange: (value: string) => void
    placeholder?: string
    /** Where somebody else finds options by the text. */
    search?: { text: string; onText: (text: string) => void }
    /** What is typed may be a value although no option says so. */
    takesOther?: boolean
    /** What stands where nothing is found. */
    none?: string
  } & Pick<
    ComponentProps<'button'>,
    | 'id'
    | 'ref'
    | 'disabled'
    | 'className'
    | 'onBlur'
    | 'aria-label'
    | 'aria-invalid'
    | 'aria-describedby'
  >,
) {
  const {
    label,
    value,
    options,
    onChange,
    placeholder = 'Choose',
    search,
    takesOther,
    none = 'Nothing of this name.',
    className,
    ...trigger
  } = props
  const [isOpen, setOpen] = useState(false)
  const host = use(LayerHost)
  const [part, setPart] = useState('')
  const { text, onText } = search ?? { text: part, onText: setPart }
  const found = search ? options : options.filter((option) => isFound(option, text))
  const other = text.trim()
  const offersOther = takesOther && other !== '' && !found.some((one) => one.value === other)
  const choose = (next: string) => {
    onChange(next)
    setOpen(false)
    onText('')
  }
  const chosen = options.find((option) => option.value === value)
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger
        {...trigger}
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- the popover adds the others
        role="combobox"
        className={clsx(controlClass, 'flex items-center gap-2 text-left text-table', className)}
      >
        <span className={clsx('min-w-0 flex-1 truncate', value === '' && 'text-muted')}>
          {chosen?.label ?? (value || placeholder)}
        </span>
        <Icon of={ChevronsUpDown} small className="shrink-0 text-muted" />
      </Popover.Trigger>
      <Popover.Portal container={host}>
        <Popover.Content
          {...layerPlace}
          data-layer=""
          aria-label={label}
          align="start"
          className={clsx(layerClass, 'w-(--radix-popover-trigger-width) min-w-64 overflow-hidden')}
        >
          <Command label={label} shouldFilter={false} defaultValue={value}>
            <Command.Input
              value={text}
              onValueChange={onText}
              placeholder="Find by name"
              className={clsx(controlClass, 'mb-1 text-table')}
            />
            <Command.List label={label} className="max-h-72 overflow-y-auto">
              {found.slice(0, mostDrawn).map((option) => (
                <Command.Item
                  key={option.value}
                  value={option.value}
                  onSelect={() => choose(option.value)}
                  className={itemClass}
                >
                  <span className="w-3.5 shrink-0">
                    {option.value === value && <Icon of={Check} small className="text-accent" />}
                  </span>
                  <Marked text={option.label ?? option.value} part={text} />
                  {option.note && (
                    <span className="ml-auto pl-4 text-meta text-muted">{option.note}</span>
                  )}
                </Command.Item>
              ))}
              {offersOther && (
                <Command.Item value={other} onSelect={() => choose(other)} className={itemClass}>
                  <span className="w-3.5 shrink-0" />
                  {other}
                  <span className="ml-auto pl-4 text-meta text-muted">as typed</span>
                </Command.Item>
              )}
              <Command.Empty className="px-2 py-1.5 text-muted">{none}</Command.Empty>
            </Command.List>
            {found.length > mostDrawn && (
              <p className="px-2 py-1 text-meta text-muted">
                {found.length - mostDrawn} more: type a part of the name
              </p>
            )}
          </Command>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** Look of an option; the library tells the highlighted one by `data-selected`. */
export const itemClass = clsx(
  layerItemClass,
  'data-[selected=true]:bg-hover forced-colors:data-[selected=true]:outline-2 forced-colors:data-[selected=true]:-outline-offset-2',
)

const isFound = ({ value, label = value }: ComboboxOption, part: string) =>
  label.toLowerCase().includes(part.trim().toLowerCase())

/** A name with the typed part marked. */
export function Marked(props: { text: string; part: string }) {
  const { text } = props
  const part = props.part.trim().toLowerCase()
  const at = part === '' ? -1 : text.toLowerCase().indexOf(part)
  if (at === -1) return <span className="min-w-0 wrap-anywhere">{text}</span>
  return (
    <span className="min-w-0 wrap-anywhere">
      {text.slice(0, at)}
      <b className="font-semibold text-accent">{text.slice(at, at + part.length)}</b>
      {text.slice(at + part.length)}
    </span>
  )
}
