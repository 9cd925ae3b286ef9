import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { OpenerProps } from './control.ts'
import { LateLayer, layerPart } from './late-layer.tsx'
import { OpenerButton, openerClass } from './opener-button.tsx'
import type { SelectOption } from './select-layer.tsx'

const SelectLayer = layerPart('SelectLayer')

const looks = {
  field: openerClass,
  plain:
    'inline-flex min-h-6 items-center gap-1 rounded-tag px-1 text-left hover:bg-hover max-md:min-h-11',
}

/** One of a few fixed values; letters jump to the value that begins with them. */
export function Select<Value extends string>(
  props: {
    value: Value
    options: readonly SelectOption<Value>[]
    onChange: (value: Value) => void
    /** Text while nothing is chosen. */
    placeholder?: string
    /** Plain stands in a line of text, without a frame. */
    look?: keyof typeof looks
  } & OpenerProps,
) {
  const { value, options, onChange, placeholder, look = 'field', className, ...trigger } = props
  const [isOpen, setOpen] = useState(false)
  const chosen = options.find((option) => option.value === value)
  const opener = (
    <OpenerButton
      {...trigger}
      icon={ChevronDown}
      isEmpty={!chosen}
      className={clsx(looks[look], className)}
    >
      {chosen?.label ?? placeholder}
    </OpenerButton>
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
