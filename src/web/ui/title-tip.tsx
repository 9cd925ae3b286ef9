import { Portal } from 'radix-ui'
import { Popper } from 'radix-ui/internal'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { layerPlace } from './layer.ts'

/** What shows its title: a moment, told in both zones. */
const titled = 'time[title]'

/** The moment that an element is, or that it holds as its only one. */
function timeOf(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element)) return null
  const own = target.closest<HTMLElement>(titled)
  if (own) return own
  const inside = target.querySelectorAll<HTMLElement>(titled)
  return target.matches('a, button') && inside.length === 1 ? (inside[0] ?? null) : null
}

/**
 * Shows a moment in both zones while it has the keyboard's focus, and after a tap on it: the title
 * does the same for a mouse, and for readers. Once, by the frame of the app.
 */
export function TitleTip() {
  const [time, setTime] = useState<HTMLElement | null>(null)
  const anchor = useRef<HTMLElement | null>(null)
  useEffect(() => {
    const show = (next: HTMLElement | null) => {
      anchor.current = next
      setTime(next)
    }
    const onFocus = ({ target }: FocusEvent) => {
      show(target instanceof Element && target.matches(':focus-visible') ? timeOf(target) : null)
    }
    const onPointer = (event: PointerEvent) => {
      const isTap = event.pointerType !== 'mouse'
      const isPlain = event.target instanceof Element && !event.target.closest('a, button')
      show(isTap && isPlain ? timeOf(event.target) : null)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') show(null)
    }
    const onBlur = () => show(null)
    document.addEventListener('focusin', onFocus)
    document.addEventListener('focusout', onBlur)
    document.addEventListener('pointerup', onPointer)
    document.addEventListener('keydown', onKey, { capture: true })
    return () => {
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('focusout', onBlur)
      document.removeEventListener('pointerup', onPointer)
      document.removeEventListener('keydown', onKey, { capture: true })
    }
  }, [])
  if (!time) return null
  return (
    <Popper.Root>
      <Popper.Anchor virtualRef={anchor as RefObject<HTMLElement>} />
      <Portal.Root>
        <Popper.Content
          {...layerPlace}
          aria-hidden="true"
          align="start"
          className="pointer-events-none z-50 rounded-base bg-text px-2.5 py-1.5 text-meta whitespace-pre-line text-bg tabular-nums forced-colors:border"
        >
          {time.title}
        </Popper.Content>
      </Portal.Root>
    </Popper.Root>
  )
}
