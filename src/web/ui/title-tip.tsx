import { Suspense, useEffect, useState } from 'react'
import { layerPart } from './late-layer.tsx'

const TipLayer = layerPart('TipLayer')

/** A moment, which shows in its title what it is in both zones. */
const titled = 'time[title]'
/** A button that is refused, which shows in its title why. */
const refused = '[data-refused]'

/**
 * The moment that an element is, that it holds as its only one, or the first in its row; or the
 * button that it is, where that is refused.
 */
function toldOf(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element)) return null
  const own = target.closest<HTMLElement>(`${titled}, ${refused}`)
  if (own) return own
  const inside = target.querySelectorAll<HTMLElement>(titled)
  if (!target.matches('a, button, tr')) return null
  if (inside.length === 1) return inside[0] ?? null
  return inside.length === 0
    ? (target.closest('tr')?.querySelector<HTMLElement>(titled) ?? null)
    : null
}

/**
 * Shows a moment in both zones, and why a button is refused, while it has the keyboard's focus, and
 * after a tap on it: the title does the same for a mouse, and for readers. Once, by the frame of the
 * app.
 */
export function TitleTip() {
  const [told, setTold] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      setTold(target instanceof Element && target.matches(':focus-visible') ? toldOf(target) : null)
    }
    const onPointer = (event: PointerEvent) => {
      const isTap = event.pointerType !== 'mouse'
      const isPlain =
        event.target instanceof Element && !event.target.closest(`a, button:not(${refused})`)
      setTold(isTap && isPlain ? toldOf(event.target) : null)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setTold(null)
    }
    const onBlur = () => setTold(null)
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
  if (!told) return null
  return (
    <Suspense>
      <TipLayer anchor={told}>{told.title}</TipLayer>
    </Suspense>
  )
}
