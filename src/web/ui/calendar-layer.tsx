import { Slot } from 'radix-ui'
import { type ComponentProps, type ReactElement, type RefObject, use } from 'react'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { DialogLayer } from './dialog-layer.tsx'
import { OpenerRef } from './layer.ts'
import { PopoverLayer } from './popover-layer.tsx'
import { useMediaQuery } from './use-media-query.ts'

const Picker = lazyPart(
  () => import('./date-time-picker.tsx'),
  <p className="p-4 text-muted">Loading</p>,
)

/** A window in which a whole month fits above or below any field. */
const roomy = '(width >= 48rem) and (height >= 54rem)'

/** The calendar at a field of date and time, with its button; in small windows a dialog. */
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
  const isRoomy = useMediaQuery(roomy)
  const openerRef = use(OpenerRef)
  if (!isRoomy) {
    const close = () => setOpen(false)
    return (
      <>
        <Slot.Root
          ref={openerRef}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(true)}
        >
          {trigger}
        </Slot.Root>
        {isOpen && (
          <DialogLayer title={label} opener={input.current} onClose={close}>
            <Picker {...picker} onDone={close} />
          </DialogLayer>
        )}
      </>
    )
  }
  return (
    <PopoverLayer
      {...{ label, trigger, isOpen, setOpen }}
      anchor={frame}
      focusBack={input}
      className="max-h-none! w-[min(28rem,calc(100vw-1rem))] p-0"
    >
      {(close) => <Picker {...picker} onDone={close} />}
    </PopoverLayer>
  )
}
