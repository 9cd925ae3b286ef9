import { clsx } from 'clsx'
import { Popover } from 'radix-ui'
import { type ComponentProps, type ReactElement, type RefObject, Suspense, use } from 'react'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { layerClass, LayerHost, layerPlace, OpenerRef } from './layer.ts'

const Picker = lazyPart(() => import('./date-time-picker.tsx'))

/** The calendar below a field of date and time, with its button. */
export function CalendarLayer(
  props: {
    label: string
    trigger: ReactElement
    isOpen: boolean
    setOpen: (isOpen: boolean) => void
    /** The field, with its frame. */
    input: RefObject<HTMLInputElement | null>
    frame: RefObject<HTMLElement | null>
  } & Omit<ComponentProps<typeof Picker>, 'onDone'>,
) {
  const { label, trigger, isOpen, setOpen, input, frame, ...picker } = props
  const host = use(LayerHost)
  const openerRef = use(OpenerRef)
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Anchor virtualRef={frame as RefObject<HTMLElement>} />
      <Popover.Trigger asChild ref={openerRef}>
        {trigger}
      </Popover.Trigger>
      <Popover.Portal container={host}>
        <Popover.Content
          {...layerPlace}
          data-layer=""
          aria-label={label}
          align="start"
          className={clsx(layerClass, 'w-[min(448px,calc(100vw-16px))] p-0')}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            input.current?.focus()
          }}
        >
          <Suspense fallback={<p className="p-4 text-muted">Loading</p>}>
            <Picker {...picker} onDone={() => setOpen(false)} />
          </Suspense>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
