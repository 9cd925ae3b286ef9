import { type ComponentProps, type ReactElement, type RefObject, Suspense } from 'react'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { PopoverLayer } from './popover-layer.tsx'

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
  return (
    <PopoverLayer
      {...{ label, trigger, isOpen, setOpen }}
      anchor={frame}
      focusBack={input}
      className="w-[min(28rem,calc(100vw-1rem))] p-0"
    >
      {(close) => (
        <Suspense fallback={<p className="p-4 text-muted">Loading</p>}>
          <Picker {...picker} onDone={close} />
        </Suspense>
      )}
    </PopoverLayer>
  )
}
