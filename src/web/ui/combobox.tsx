import { clsx } from 'clsx'
import { ChevronsUpDown } from 'lucide-react'
import { useState } from 'react'
import type { ComboboxProps } from './combobox-layer.tsx'
import type { OpenerProps } from './control.ts'
import { LateLayer, layerPart } from './late-layer.tsx'
import { OpenerButton, openerClass } from './opener-button.tsx'

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
    finds,
    none,
    className,
    ...trigger
  } = props
  const [isOpen, setOpen] = useState(false)
  const chosen = options.find((option) => option.value === value)
  const opener = (
    <OpenerButton
      {...trigger}
      icon={ChevronsUpDown}
      isEmpty={value === ''}
      className={clsx(openerClass, className)}
    >
      {chosen?.label ?? (value || placeholder)}
    </OpenerButton>
  )
  return (
    <LateLayer opener={opener} popup="dialog" onOpen={() => setOpen(true)}>
      <ComboboxLayer
        {...{ label, value, options, onChange, search, takesOther, finds, none }}
        {...{ isOpen, setOpen }}
        trigger={opener}
      />
    </LateLayer>
  )
}
