import { Suspense, useEffect, useState } from 'react'
import { layerPart } from './late-layer.tsx'
import { anchorAt, anchorOfFocus, anchorOfTap, describeMoment } from './tip-text.ts'

const TipLayer = layerPart('TipLayer')

/** An element that tells more than it shows. */
export interface ShownTip {
  anchor: Element
  /** Event that shows the tooltip. */
  by: PointerEvent | FocusEvent
  /** At once, not only once the pointer has rested on it. */
  isAtOnce: boolean
}

/** Keys that move the focus; where others move it, something was done. */
const moving = /^(Tab|Arrow|Home|End|Page|[jk]$|Shift)/

/**
 * Tells what elements have in their titles, and texts that are cut, to a pointer that rests on them,
 * to the focus of the keyboard and after a tap: moments in both zones, icons in words, why a button is
 * refused. Once, by the frame of the app, for all of the page.
 */
export function Tooltip() {
  const [tip, setTip] = useState<ShownTip | null>(null)
  useEffect(() => {
    // The key that leads into the page is pressed outside of it.
    let isByKeys = true
    const show = (anchor: Element | null, by: ShownTip['by']) =>
      setTip(anchor && { anchor, by, isAtOnce: true })
    const ending = new AbortController()
    const { signal } = ending
    const early = { signal, capture: true }
    const onOver = (by: PointerEvent) => {
      if (by.pointerType === 'touch') return
      const anchor = anchorAt(by.target)
      setTip((now) => {
        if (anchor === null) return now?.anchor.isConnected ? now : null
        return anchor === now?.anchor ? now : { anchor, by, isAtOnce: false }
      })
    }
    const onKey = ({ key }: KeyboardEvent) => {
      isByKeys = moving.test(key)
      // Before other layers hear of it: the key is theirs as well.
      if (key === 'Escape') setTip(null)
    }
    document.addEventListener('pointerover', onOver, { signal })
    document.addEventListener('keydown', onKey, early)
    document.addEventListener('pointerdown', () => void (isByKeys = false), early)
    document.addEventListener('focusout', () => setTip(null), { signal })
    document.addEventListener(
      'focusin',
      (event) => {
        describeMoment(event.target)
        if (isByKeys) show(anchorOfFocus(event.target), event)
      },
      { signal },
    )
    document.addEventListener(
      'pointerup',
      (event) => event.pointerType === 'touch' && show(anchorOfTap(event.target), event),
      { signal },
    )
    return () => ending.abort()
  }, [])
  if (!tip) return null
  return (
    <Suspense>
      <TipLayer tip={tip} />
    </Suspense>
  )
}
