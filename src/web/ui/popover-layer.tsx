import { clsx } from 'clsx'
import { Popover as Primitive } from 'radix-ui'
import { type ReactElement, type ReactNode, type RefObject, use } from 'react'
import { layerClass, LayerHost, layerPlace, OpenerRef } from './layer.ts'

/** Owner's props of a panel. */
export interface PopoverProps {
  label: string
  /** The button; it gets what opens the panel. */
  trigger: ReactElement
  /** Edge of the button that the panel keeps to. */
  align?: 'start' | 'end'
  className?: string
  children: (close: () => void) => ReactNode
}

/** A panel with its button, once it is loaded. */
export function PopoverLayer(
  props: PopoverProps & {
    isOpen: boolean
    setOpen: (isOpen: boolean) => void
    /** Element above the panel, if not its button, and the one that gets the focus back. */
    anchor?: RefObject<HTMLElement | null>
    focusBack?: RefObject<HTMLElement | null>
  },
) {
  const { trigger, isOpen, setOpen, anchor, focusBack } = props
  const host = use(LayerHost)
  const openerRef = use(OpenerRef)
  return (
    <Primitive.Root open={isOpen} onOpenChange={setOpen}>
      {anchor && <Primitive.Anchor virtualRef={anchor as RefObject<HTMLElement>} />}
      <Primitive.Trigger asChild ref={openerRef}>
        {trigger}
      </Primitive.Trigger>
      <Primitive.Portal container={host}>
        <Primitive.Content
          {...layerPlace}
          data-layer=""
          aria-label={props.label}
          align={props.align ?? 'start'}
          className={clsx(layerClass, 'min-w-44', props.className)}
          onCloseAutoFocus={
            focusBack &&
            ((event) => {
              event.preventDefault()
              focusBack.current?.focus()
            })
          }
        >
          {props.children(() => setOpen(false))}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
