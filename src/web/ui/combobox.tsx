import { clsx } from 'clsx'
import { ChevronsUpDown } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { ComboboxProps } from './combobox-layer.tsx'
import type { OpenerProps } from './control.ts'
import { LateLayer, layerPart, loadLayers } from './late-layer.tsx'
import { OpenerButton, openerClass } from './opener-button.tsx'
import { typesText } from './shortcuts.ts'

const ComboboxLayer = layerPart('ComboboxLayer')

/** One of many values, found by a part of its name. */
export function Combobox(props: ComboboxProps & { placeholder?: string } & OpenerProps) {
  const {
    label,
    value,
    options,
    onChange,
    placeholder = 'Choose',
    search: ownSearch,
    takesOther,
    finds,
    none,
    className,
    ...trigger
  } = props
  const [isOpen, setOpen] = useState(false)
  const [text, onText] = useState('')
  const search = ownSearch ?? { text, onText }
  /** Opens the list with what is typed on the button, also while the list is not there yet. */
  const typeAhead = (event: KeyboardEvent) => {
    if (!typesText(event) || (event.key === ' ' && !isOpen)) return
    event.preventDefault()
    loadLayers()
    setOpen(true)
    search.onText((isOpen ? search.text : '') + event.key)
  }
  const chosen = options.find((option) => option.value === value)
  const opener = (
    <OpenerButton
      {...trigger}
      onKeyDown={typeAhead}
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
        isFiltered={ownSearch !== undefined}
        trigger={opener}
      />
    </LateLayer>
  )
}
