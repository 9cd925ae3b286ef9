import { clsx } from 'clsx'
import { Popover as Primitive } from 'radix-ui'
import { type ReactElement, type ReactNode, use, useState } from 'react'
import { layerClass, LayerHost, layerPlace } from './layer.ts'

/** A panel below its button: it closes on Escape and on a press outside, and gives the focus back. */
export function Popover(props: {
  label: string
  /** The button; it gets what opens the panel. */
  trigger: ReactElement
  /** Edge of the button that the panel keeps to. */
  align?: 'start' | 'end'
  className?: string
  children: (close: () => void) => ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const host = use(LayerHost)
  return (
    <Primitive.Root open={isOpen} onOpenChange={setOpen}>
      <Primitive.Trigger asChild>{props.trigger}</Primitive.Trigger>
      <Primitive.Portal container={host}>
        <Primitive.Content
          {...layerPlace}
          data-layer=""
          aria-label={props.label}
          align={props.align ?? 'start'}
          className={clsx(layerClass, 'min-w-44', props.className)}
        >
          {props.children(() => setOpen(false))}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
