import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { Select as Primitive } from 'radix-ui'
import { type ReactElement, use } from 'react'
import { styleNonce } from './content-security.ts'
import { Icon } from './icon.tsx'
import { layerClass, LayerHost, layerItemClass, layerPlace, OpenerRef } from './layer.ts'

/** A value to choose, with what it means. */
export interface SelectOption<Value extends string = string> {
  value: Value
  label: string
  note?: string
  isDisabled?: boolean
}

/** A list of values with its field, once it is loaded. */
export function SelectLayer<Value extends string>(props: {
  /** Null where none of the options is chosen. */
  value: Value | null
  options: readonly SelectOption<Value>[]
  trigger: ReactElement
  isDisabled: boolean
  onChange: (value: Value) => void
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
}) {
  const { value, options, trigger, onChange } = props
  const host = use(LayerHost)
  const openerRef = use(OpenerRef)
  return (
    <Primitive.Root
      disabled={props.isDisabled}
      open={props.isOpen}
      onOpenChange={props.setOpen}
      value={value === null ? '' : keyOf(value)}
      onValueChange={(next) => onChange(valueOf<Value>(next))}
    >
      <Primitive.Trigger asChild ref={openerRef}>
        {trigger}
      </Primitive.Trigger>
      <Primitive.Portal container={host}>
        <Primitive.Content
          {...layerPlace}
          position="popper"
          className={clsx(layerClass, 'min-w-(--radix-select-trigger-width)')}
        >
          <Primitive.Viewport {...(styleNonce && { nonce: styleNonce })}>
            {options.map((option) => (
              <Primitive.Item
                key={option.value}
                value={keyOf(option.value)}
                disabled={option.isDisabled ?? false}
                className={layerItemClass}
              >
                <span className="w-3.5 shrink-0">
                  <Primitive.ItemIndicator>
                    <Icon of={Check} small className="text-accent" />
                  </Primitive.ItemIndicator>
                </span>
                <Primitive.ItemText>{option.label}</Primitive.ItemText>
                {option.note && (
                  <span className="ml-auto pl-4 text-meta text-muted">{option.note}</span>
                )}
              </Primitive.Item>
            ))}
          </Primitive.Viewport>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** The library keeps the empty text for "nothing chosen"; with us it may be a value. */
const keyOf = (value: string) => `=${value}`
const valueOf = <Value extends string>(key: string) => key.slice(1) as Value
