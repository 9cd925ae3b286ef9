import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

/** Where a dialog stands: amid the page, or as a sheet from an edge on phones. */
type DialogPosition = 'center' | 'wide' | 'left' | 'bottom'

const places: Record<DialogPosition, string> = {
  center: 'm-auto w-[min(440px,calc(100vw-32px))] rounded-card',
  wide: 'm-auto w-[min(640px,calc(100vw-32px))] rounded-card',
  left: 'm-0 h-dvh max-h-none w-72 max-w-[85vw]',
  bottom: 'mx-0 mt-auto mb-0 w-screen max-w-none rounded-t-card',
}

/** A modal dialog on the browser's own: focus stays inside, Escape closes, focus returns. */
export function Dialog(props: {
  title: string
  /** The title is read out but not shown. */
  hideTitle?: boolean
  place?: DialogPosition
  /** Without it the dialog cannot be dismissed. */
  onClose?: () => void
  children: ReactNode
}) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  const { onClose } = props

  useEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the press is on its backdrop
    <dialog
      ref={ref}
      aria-labelledby={id}
      className={clsx(
        'overflow-y-auto bg-raised text-text shadow-float',
        places[props.place ?? 'center'],
      )}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      onMouseDown={(event) => {
        if (event.target === ref.current) onClose?.()
      }}
    >
      <div className="flex min-h-full flex-col">
        <header
          className={clsx('flex items-center gap-2 py-3 pr-3 pl-4', props.hideTitle && 'sr-only')}
        >
          <h2 id={id} className="flex-1 text-lead font-semibold">
            {props.title}
          </h2>
          {onClose && (
            <Button kind="quiet" icon aria-label="Close" onClick={onClose}>
              <Icon of={X} />
            </Button>
          )}
        </header>
        {props.children}
      </div>
    </dialog>
  )
}
