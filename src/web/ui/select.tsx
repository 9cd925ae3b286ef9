import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { controlClass, type OpenerProps } from './control.ts'
import { Icon } from './icon.tsx'
import { LateLayer, layerPart } from './late-layer.tsx'
import type { SelectOption } from './select-layer.tsx'

const SelectLayer = layerPart('SelectLayer')

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
  } & OpenerProps,
) {
  const { value, options, onChange, placeholder, look = 'field', className, ...trigger } = props
  const [isOpen, setOpen] = useState(false)
  const chosen = options.find((option) => option.value === value)
  const opener = (
    <button
      type="button"
      {...trigger}
      // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- the list adds the others
      role="combobox"
      data-placeholder={chosen ? undefined : ''}
      className={clsx(looks[look], className)}
    >
      <span className="min-w-0 flex-1 truncate">{chosen?.label ?? placeholder}</span>
      <Icon of={ChevronDown} small className="shrink-0 text-muted" />
    </button>
  )
  return (
    <LateLayer opener={opener} popup="listbox" onOpen={() => setOpen(true)}>
      <SelectLayer
        value={chosen ? value : null}
        trigger={opener}
        isDisabled={trigger.disabled ?? false}
        {...{ options, onChange, isOpen, setOpen }}
      />
    </LateLayer>
  )
}
