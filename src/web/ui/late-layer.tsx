import { Slot } from 'radix-ui'
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
  useCallback,
  useRef,
} from 'react'
import { suspendingPart } from '#web/connection/lazy-part.ts'
import { whenIdle } from '#web/connection/when-idle.ts'
import { OpenerRef } from './layer.ts'

type Layers = typeof import('./layers.ts')

let askNow: () => void
const isWanted = new Promise<void>((resolve) => {
  askNow = resolve
})

/** Loads what floats above the page now, since somebody opens some of it. */
export const loadLayers = (): void => askNow()

/**
 * One kind of layer. The page is shown before any of them is loaded; once one is, each is there at
 * once, so that no opener is replaced while its page is used.
 */
export function layerPart<Name extends keyof Layers>(name: Name) {
  const part = suspendingPart<Layers[Name]>(
    async () => {
      const layers = await import('./layers.ts')
      askNow()
      return { default: layers[name] }
    },
    () => Promise.race([whenIdle(), isWanted]),
  )
  // One that cannot be loaded says so where it is shown.
  isWanted.then(part.preload).catch(() => undefined)
  return part
}

/**
 * Shows the opener of a layer before the layer is loaded: it looks and is announced the same, and
 * pressed it opens as soon as that is possible.
 */
export function LateLayer(props: {
  opener: ReactElement
  popup: 'menu' | 'listbox' | 'dialog'
  /** Pressed by a key or the pointer, the layer opens. */
  onOpen: (isByKey: boolean) => void
  /** The layer with its opener. */
  children: ReactNode
}) {
  const hadFocus = useRef(false)
  const isPressed = useRef(false)
  const open = (isByKey: boolean) => {
    loadLayers()
    props.onOpen(isByKey)
  }
  const takeFocus = useCallback((opener: HTMLElement | null) => {
    if (opener && hadFocus.current) opener.focus()
    hadFocus.current = false
  }, [])
  const standIn = (
    <Slot.Root
      aria-haspopup={props.popup}
      aria-expanded={false}
      data-state="closed"
      ref={(opener: HTMLElement | null) => () => {
        hadFocus.current = opener === document.activeElement
        // The layer came between press and release: no opener gets a click of that.
        if (isPressed.current) props.onOpen(false)
        isPressed.current = false
      }}
      onPointerDown={({ button }: PointerEvent) => {
        isPressed.current = button === 0
      }}
      onPointerLeave={() => {
        isPressed.current = false
      }}
      // Keys press a button without a count of clicks.
      onClick={({ detail }: MouseEvent) => {
        isPressed.current = false
        open(detail === 0)
      }}
      onInput={loadLayers}
      onKeyDown={(event: KeyboardEvent) => {
        // In a field it chooses from the layer, once that is there; it never sends the form.
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
          event.preventDefault()
        }
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
        event.preventDefault()
        open(true)
      }}
    >
      {props.opener}
    </Slot.Root>
  )
  return (
    <Suspense fallback={standIn}>
      <OpenerRef value={takeFocus}>{props.children}</OpenerRef>
    </Suspense>
  )
}
