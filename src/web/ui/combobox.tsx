import { clsx } from 'clsx'
import { ChevronsUpDown } from 'lucide-react'
import { useState } from 'react'
import type { ComboboxProps } from './combobox-layer.tsx'
import { controlClass, type OpenerProps } from './control.ts'
import { Icon } from './icon.tsx'
import { LateLayer, layerPart } from './late-layer.tsx'

const ComboboxLayer = layerPart('ComboboxLayer')

/** One of many values, found by a part of its name. */
export function Combobox(props: ComboboxProps & { placeholder?: string } & OpenerProps) {
  const {
    label,
    value,
    options,
    onChange,
    placeholder = 'Choose',
    search,
    takesOther,
    none,
    className,
    ...trigger
  } = props
  const [isOpen, setOpen] = useState(false)
  const chosen = options.find((option) => option.value === value)
  const opener = (
    <button
      type="button"
      {...trigger}
      // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- the popover adds the others
      role="combobox"
      className={clsx(controlClass, 'flex items-center gap-2 text-left text-table', className)}
    >
      <span className={clsx('min-w-0 flex-1 truncate', value === '' && 'text-muted')}>
        {chosen?.label ?? (value || placeholder)}
      </span>
      <Icon of={ChevronsUpDown} small className="shrink-0 text-muted" />
    </button>
  )
  return (
    <LateLayer opener={opener} popup="dialog" onOpen={() => setOpen(true)}>
      <ComboboxLayer
        {...{ label, value, options, onChange, search, takesOther, none }}
        {...{ isOpen, setOpen }}
        trigger={opener}
      />
    </LateLayer>
  )
}
