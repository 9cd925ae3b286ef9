/** Layers above a page, in one file: it is loaded when the browser is idle, or at first use. */
export { CalendarLayer } from './calendar-layer.tsx'
export { ComboboxLayer } from './combobox-layer.tsx'
export { DialogLayer } from './dialog-layer.tsx'
export { MenuLayer } from './menu-layer.tsx'
export { PopoverLayer } from './popover-layer.tsx'
export { SelectLayer } from './select-layer.tsx'
export { TipLayer } from './tip-layer.tsx'
export { TokenLayer } from './token-layer.tsx'
