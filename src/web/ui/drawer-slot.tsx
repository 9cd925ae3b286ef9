import { type ReactNode, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'

/** Id of the frame's room beside the page. */
export const drawerSlotId = 'drawer'

const findSlot = () => document.getElementById(drawerSlotId)
const neverChanges = () => () => undefined

/** Puts a drawer beside the page, outside of `main`: it is a landmark of its own. */
export function DrawerSlot(props: { children: ReactNode }) {
  // A store is looked at again once all is drawn: a drawer may come together with the room for it.
  const slot = useSyncExternalStore(neverChanges, findSlot)
  return slot && createPortal(props.children, slot)
}

/** Keeps the room of a docked drawer that is being loaded: the page moves once. */
export const DrawerRoom = () => (
  <DrawerSlot>
    <div className="w-[35rem] border-l border-line max-dock:fixed" />
  </DrawerSlot>
)
