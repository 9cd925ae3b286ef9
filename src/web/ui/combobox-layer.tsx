import { clsx } from 'clsx'
import { Command } from 'cmdk'
import { Check } from 'lucide-react'
import type { ReactElement } from 'react'
import { itemClass, Marked } from './combobox-item.tsx'
import { controlClass } from './control.ts'
import { Icon } from './icon.tsx'
import { PopoverLayer } from './popover-layer.tsx'

/** A value to find and choose. */
export interface ComboboxOption {
  value: string
  /** Text shown and found; the value where it is not given. */
  label?: string
  note?: string
}

/** Options that are drawn at once; the rest is found by typing. */
const maxDrawn = 200

/** Owner's props of a searched list. */
export interface ComboboxProps {
  /** Its subject, for assistive technology: "Time zone". */
  label: string
  value: string
  options: readonly ComboboxOption[]
  onChange: (value: string) => void
  /** Where somebody else finds options by the text. */
  search?: { text: string; onText: (text: string) => void }
  /** Typed text may be a value although no option says so. */
  takesOther?: boolean
  /** Placeholder: "Find by name". */
  finds?: string
  /** Text where nothing is found. */
  none?: string
}

/** A list with its button and the field that searches it, once it is loaded. */
export function ComboboxLayer(
  props: ComboboxProps & {
    search: NonNullable<ComboboxProps['search']>
    /** Whether the options are those that the text finds. */
    isFiltered: boolean
    trigger: ReactElement
    isOpen: boolean
    setOpen: (isOpen: boolean) => void
  },
) {
  const { label, value, options, onChange, search, trigger, isOpen, setOpen } = props
  const { text, onText } = search
  const found = props.isFiltered ? options : options.filter((option) => isFound(option, text))
  const other = text.trim()
  const offersOther = props.takesOther && other !== '' && !found.some((one) => one.value === other)
  const choose = (next: string) => {
    onChange(next)
    setOpen(false)
    onText('')
  }
  return (
    <PopoverLayer
      {...{ label, trigger, isOpen, setOpen }}
      className="w-(--radix-popover-trigger-width) min-w-64 overflow-hidden"
    >
      {() => (
        <Command label={label} shouldFilter={false} defaultValue={value}>
          <Command.Input
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- by the panel it would be selected, and overwritten
            autoFocus
            value={text}
            onValueChange={onText}
            placeholder={props.finds ?? 'Find by name'}
            className={clsx(controlClass, 'mb-1 text-table')}
          />
          <Command.List label={label} className="max-h-72 overflow-y-auto">
            {found.slice(0, maxDrawn).map((option) => (
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
            <Command.Empty className="px-2 py-1.5 text-muted">
              {props.none ?? 'Nothing of this name.'}
            </Command.Empty>
          </Command.List>
          {found.length > maxDrawn && (
            <p className="px-2 py-1 text-meta text-muted">
              {found.length - maxDrawn} more: type a part of the name
            </p>
          )}
        </Command>
      )}
    </PopoverLayer>
  )
}

const isFound = ({ value, label = value }: ComboboxOption, part: string) =>
  label.toLowerCase().includes(part.trim().toLowerCase())
