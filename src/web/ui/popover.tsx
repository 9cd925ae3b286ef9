import { clsx } from 'clsx'
import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'

/** What a trigger must spread on its button. */
export interface PopoverTrigger {
  popoverTarget: string
  'aria-haspopup': 'menu' | 'dialog'
  'aria-expanded': boolean
  ref: RefObject<HTMLButtonElement | null>
}

/**
 * A panel below its button, on the browser's own popover: it closes on Escape and on a press
 * outside, gives the focus back, and lies above everything. Arrow keys move between its controls.
 */
export function Popover(props: {
  label: string
  role: 'menu' | 'dialog'
  renderTrigger: (trigger: PopoverTrigger) => ReactNode
  /** Edge of the button that the panel keeps to. */
  align?: 'start' | 'end'
  className?: string
  children: (close: () => void) => ReactNode
}) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { align = 'start' } = props

  useLayoutEffect(() => {
    if (!isOpen || !panel.current || !button.current) return
    const [layer, anchor] = [panel.current, button.current]
    const place = () => placeBelow(layer, anchor, align)
    place()
    controlsOf(layer)[0]?.focus()
    window.addEventListener('scroll', place, { capture: true, passive: true })
    window.addEventListener('resize', place)
    return () => {
      window.removeEventListener('scroll', place, { capture: true })
      window.removeEventListener('resize', place)
    }
  }, [isOpen, align])

  return (
    <>
      {props.renderTrigger({
        popoverTarget: id,
        'aria-haspopup': props.role,
        'aria-expanded': isOpen,
        ref: button,
      })}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its role is a prop */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        role={props.role}
        aria-label={props.label}
        onToggle={(event) => setOpen(event.newState === 'open')}
        onKeyDown={(event) => moveFocus(event.nativeEvent, panel.current)}
        className={clsx(
          'fixed inset-auto m-0 max-h-[80dvh] max-w-[calc(100vw-16px)] min-w-44 overflow-y-auto rounded-card bg-raised p-1 text-table text-text shadow-float',
          props.className,
        )}
      >
        {isOpen && props.children(() => document.getElementById(id)?.hidePopover())}
      </div>
    </>
  )
}

/** Classes of a choice in a menu. */
export const menuItemClass =
  'flex min-h-8 w-full items-center gap-2 rounded-base px-2 text-left text-table text-text no-underline hover:bg-hover focus-visible:-outline-offset-2 max-md:min-h-11'

function controlsOf(layer: HTMLElement): HTMLElement[] {
  return [...layer.querySelectorAll<HTMLElement>('a, button, input')]
}

function placeBelow(layer: HTMLElement, anchor: HTMLElement, align: 'start' | 'end') {
  const gap = 4
  const edge = 8
  const box = anchor.getBoundingClientRect()
  const wanted = align === 'start' ? box.left : box.right - layer.offsetWidth
  const left = Math.max(edge, Math.min(wanted, innerWidth - layer.offsetWidth - edge))
  const fitsBelow = box.bottom + gap + layer.offsetHeight <= innerHeight
  const top = fitsBelow ? box.bottom + gap : Math.max(edge, box.top - gap - layer.offsetHeight)
  layer.style.left = `${left}px`
  layer.style.top = `${top}px`
}

function moveFocus(event: KeyboardEvent, layer: HTMLElement | null) {
  const steps: Record<string, (from: number, count: number) => number> = {
    ArrowDown: (from, count) => (from + 1) % count,
    ArrowUp: (from, count) => (from - 1 + count) % count,
    Home: () => 0,
    End: (_, count) => count - 1,
  }
  const step = steps[event.key]
  // In a date, arrows change the day; in a text, Home goes to its start.
  const isTyping = (event.target as Element).matches('input:not([type=radio], [type=checkbox])')
  if (!step || !layer || isTyping) return
  const controls = controlsOf(layer)
  const from = controls.indexOf(document.activeElement as HTMLElement)
  controls[step(from, controls.length)]?.focus()
  event.preventDefault()
}
