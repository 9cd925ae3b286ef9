import { clsx } from 'clsx'
import { DropdownMenu as Primitive } from 'radix-ui'
import { type ReactElement, type ReactNode, use, useRef } from 'react'
import { layerClass, LayerHost, layerPlace, OpenerRef } from './layer.ts'
import { MenuParts } from './menu-items.tsx'

/** Owner's props of a menu. */
export interface MenuProps {
  label: string
  /** The button; it gets what opens the menu. */
  trigger: ReactElement
  /** Edge of the button that the menu keeps to. */
  align?: 'start' | 'end'
  className?: string
  children: ReactNode
}

/** A menu with its button, once it is loaded. */
export function MenuLayer(
  props: MenuProps & {
    isOpen: boolean
    setOpen: (isOpen: boolean) => void
    /** A key opened it before it was loaded: the library could not see that. */
    isByKey: boolean
  },
) {
  const { trigger, isOpen, setOpen } = props
  const goesToFirst = useRef(props.isByKey)
  const host = use(LayerHost)
  const openerRef = use(OpenerRef)
  return (
    <Primitive.Root modal={false} open={isOpen} onOpenChange={setOpen}>
      <Primitive.Trigger asChild ref={openerRef}>
        {trigger}
      </Primitive.Trigger>
      <Primitive.Portal container={host}>
        <Primitive.Content
          {...layerPlace}
          loop
          // A link of the router has answered its press itself, which the library takes for "stay".
          onClick={({ target }) => {
            if (target instanceof Element && target.closest('a')) setOpen(false)
          }}
          onFocus={({ target, currentTarget }) => {
            if (goesToFirst.current && target === currentTarget) firstItem(currentTarget)?.focus()
            goesToFirst.current = false
          }}
          aria-label={props.label}
          aria-labelledby={undefined}
          align={props.align ?? 'start'}
          className={clsx(layerClass, 'min-w-44', props.className)}
        >
          <MenuParts value={Primitive}>{props.children}</MenuParts>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

const firstItem = (menu: HTMLElement) =>
  menu.querySelector<HTMLElement>('[role^=menuitem]:not([aria-disabled])')
