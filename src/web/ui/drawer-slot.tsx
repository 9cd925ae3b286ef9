import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** Id of the frame's room beside the page. */
export const drawerSlotId = 'drawer'

/** Puts a drawer beside the page, outside of `main`: it is a landmark of its own. */
export function DrawerSlot(props: { children: ReactNode }) {
  const slot = document.getElementById(drawerSlotId)
  return slot && createPortal(props.children, slot)
}
