import { useState } from 'react'
import { LateLayer, layerPart, loadLayers } from './late-layer.tsx'
import type { MenuProps } from './menu-layer.tsx'
import { useShortcuts } from './shortcuts.ts'

const MenuLayer = layerPart('MenuLayer')

/** A menu below its button: arrows move, letters jump, Escape closes and gives the focus back. */
export function Menu(
  props: MenuProps & {
    /** A key that opens it, and what it is for. */
    shortcut?: { key: string; label: string }
  },
) {
  const { shortcut, ...menu } = props
  const [isOpen, setOpen] = useState(false)
  const [isByKey, setByKey] = useState(false)
  const open = (byKey: boolean) => {
    setByKey(byKey)
    setOpen(true)
  }
  const run = () => {
    loadLayers()
    open(true)
  }
  useShortcuts(shortcut ? [{ ...shortcut, run }] : [])
  return (
    <LateLayer opener={menu.trigger} popup="menu" onOpen={open}>
      <MenuLayer {...menu} {...{ isOpen, setOpen, isByKey }} />
    </LateLayer>
  )
}
