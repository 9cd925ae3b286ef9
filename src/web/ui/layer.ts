import { createContext } from 'react'

/** Look of what floats over the page: menus, lists, pickers. */
export const layerClass =
  'z-50 max-h-(--radix-popper-available-height) max-w-[calc(100vw-1rem)] overflow-y-auto rounded-card bg-raised p-1 text-table text-text shadow-float outline-none forced-colors:border'

/** Look of a row in a menu or a list; the highlighted one is where the keys or the pointer are. */
export const layerItemClass =
  'flex min-h-8 w-full cursor-default items-center gap-2 rounded-tag px-2 py-1 text-left text-table text-text no-underline outline-none select-none aria-disabled:text-muted data-highlighted:bg-hover max-md:min-h-11'

/** Pixels between a floating layer and its opener, and the least to the edge of the window. */
export const layerPlace = { sideOffset: 4, collisionPadding: 8 } as const

/** Opener of the layer that an element is part of; the element itself where it is in none. */
export function openerOf(element: Element | null): HTMLElement | null {
  const layer = element?.closest('[role="menu"], [role="listbox"], [data-layer]')
  const opener = layer?.id
    ? document.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(layer.id)}"]`)
    : element
  return opener instanceof HTMLElement ? opener : null
}

/** Selector of open layers. */
export const openLayers =
  ':is([role=dialog], [role=alertdialog], [role=menu], [role=listbox])[data-state=open]'

/** Where floating layers are put: into the dialog around their opener, else at the end of the page. */
export const LayerHost = createContext<HTMLElement | null>(null)

/** Goes to the opener of a layer: it takes over the focus from what stood for it. */
export const OpenerRef = createContext<(opener: HTMLElement | null) => void>(() => undefined)
