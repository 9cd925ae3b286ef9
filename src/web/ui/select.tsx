import { clsx } from 'clsx'
import { Check, ChevronDown } from 'lucide-react'
import { Select as Primitive } from 'radix-ui'
import { type ComponentProps, use } from 'react'
import { styleNonce } from './content-security.ts'
import { controlClass } from './control.ts'
import { Icon } from './icon.tsx'
import { layerClass, LayerHost, layerItemClass, layerPlace } from './layer.ts'

/** A value to choose, with what it means. */
export interface SelectOption<Value extends string = string> {
  value: Value
  label: string
  note?: string
  isDisabled?: boolean
}

const looks = {
  field: `${controlClass} inline-flex items-center gap-2 text-left text-table data-placeholder:text-muted`,
  plain:
    'inline-flex min-h-6 items-center gap-1 rounded-tag px-1 text-left hover:bg-hover max-md:min-h-11',
}

/** One of a few fixed values; letters jump to the value that begins with them. */
export function Select<Value extends string>(
  props: {
    value: Value
    options: readonly SelectOption<Value>[]
    onChange: (value: Value) => void
    /** What stands there while nothing is chosen. */
    placeholder?: string
    /** Plain stands in a line of text, without a frame. */
    look?: keyof typeof looks
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
  const { value, options, onChange, placeholder, look = 'field', className, ...trigger } = props
  const host = use(LayerHost)
  const isKnown = options.some((option) => option.value === value)
  return (
    <Primitive.Root
      value={isKnown ? keyOf(value) : ''}
      onValueChange={(next) => onChange(valueOf<Value>(next))}
    >
      <Primitive.Trigger {...trigger} className={clsx(looks[look], className)}>
        <span className="min-w-0 flex-1 truncate">
          <Primitive.Value placeholder={placeholder} />
        </span>
        <Icon of={ChevronDown} small className="shrink-0 text-muted" />
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
