import { Suspense, useEffect, useState } from 'react'
import { layerPart } from './late-layer.tsx'

const TipLayer = layerPart('TipLayer')

/** What shows its title: a moment, told in both zones. */
const titled = 'time[title]'

/** The moment that an element is, that it holds as its only one, or the first in its row. */
function timeOf(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element)) return null
  const own = target.closest<HTMLElement>(titled)
  if (own) return own
  const inside = target.querySelectorAll<HTMLElement>(titled)
  if (!target.matches('a, button, tr')) return null
  if (inside.length === 1) return inside[0] ?? null
  return inside.length === 0
    ? (target.closest('tr')?.querySelector<HTMLElement>(titled) ?? null)
    : null
}

/**
 * Shows a moment in both zones while it has the keyboard's focus, and after a tap on it: the title
 * does the same for a mouse, and for readers. Once, by the frame of the app.
 */
export function TitleTip() {
  const [time, setTime] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      setTime(target instanceof Element && target.matches(':focus-visible') ? timeOf(target) : null)
    }
    const onPointer = (event: PointerEvent) => {
      const isTap = event.pointerType !== 'mouse'
      const isPlain = event.target instanceof Element && !event.target.closest('a, button')
      setTime(isTap && isPlain ? timeOf(event.target) : null)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setTime(null)
    }
    const onBlur = () => setTime(null)
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
    <Suspense>
      <TipLayer anchor={time}>{time.title}</TipLayer>
    </Suspense>
  )
}
