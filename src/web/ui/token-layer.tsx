import { clsx } from 'clsx'
import { Command, useCommandState } from 'cmdk'
import { Popover, Slot } from 'radix-ui'
import {
  type ReactElement,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useRef,
  useState,
} from 'react'
import { itemClass, Marked } from './combobox-item.tsx'
import type { ComboboxOption } from './combobox-layer.tsx'
import { layerClass, LayerHost, layerPlace, OpenerRef } from './layer.ts'

/** The input of a field of tokens with the list of what its text finds, once that is loaded. */
export function TokenLayer(props: {
  label: string
  text: string
  onText: (text: string) => void
  /** Undefined until they answer the text. */
  options: readonly ComboboxOption[] | undefined
  none: string
  /** Adds an option, empties the field and closes the list. */
  onAdd: (value: string) => void
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
  /** The frame of the field, and the input in it. */
  field: RefObject<HTMLElement | null>
  input: RefObject<HTMLInputElement | null>
  children: ReactElement
}) {
  const { label, text, onText, options, isOpen, setOpen, field, input } = props
  const host = use(LayerHost)
  const openerRef = use(OpenerRef)
  const list = useRef<HTMLDivElement>(null)
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Anchor virtualRef={field as RefObject<HTMLElement>} />
      <Command label={label} shouldFilter={false} className="contents">
        <OptionOfEnter list={list} isOpen={isOpen}>
          {(option) => (
            <Command.Input
              asChild
              ref={openerRef}
              value={text}
              onValueChange={onText}
              // The list that it controls is there only while it is open.
              {...(!isOpen && { 'aria-controls': undefined })}
            >
              <Slot.Root aria-activedescendant={option}>{props.children}</Slot.Root>
            </Command.Input>
          )}
        </OptionOfEnter>
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
            <Command.List ref={list} label={label}>
              {options?.map((option) => (
                <Command.Item
                  key={option.value}
                  value={option.value}
                  className={itemClass}
                  onSelect={() => {
                    props.onAdd(option.value)
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
  )
}

/**
 * Names the option that Enter takes, by its id: the library names it only once an arrow was pressed, and
 * goes on to when the list is gone.
 */
function OptionOfEnter(props: {
  list: RefObject<HTMLElement | null>
  isOpen: boolean
  children: (id: string | undefined) => ReactNode
}) {
  const { list, isOpen } = props
  useCommandState(({ value, filtered }) => `${value} ${filtered.count}`)
  const [id, setId] = useState<string>()
  // oxlint-disable-next-line react/set-state-in-effect, react-hooks/exhaustive-deps -- known once the options are drawn
  useEffect(() => setId(list.current?.querySelector('[aria-selected=true]')?.id))
  return props.children(isOpen ? id : undefined)
}
