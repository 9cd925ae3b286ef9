import { useCallback, useState } from 'react'
import { textScale } from '#web/ui/text-scale.ts'
import { useMediaQuery } from '#web/ui/use-media-query.ts'

/** Of a drawing in a card on A4 paper with our margins, in CSS pixels. */
const paperWidth = 654

/** Width of an element, followed, in pixels at the usual size of text: a drawing is as wide, then zoomed. */
export function useElementWidth(): [
  attach: (element: HTMLElement | null) => (() => void) | undefined,
  width: number,
] {
  const [width, setWidth] = useState(0)
  const isPrinted = useMediaQuery('print')
  const attach = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    setWidth(Math.floor(element.clientWidth / textScale()))
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.floor(entry.contentRect.width / textScale()))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  // Nothing follows the width of paper: it is laid out only once.
  return [attach, isPrinted ? paperWidth : width]
}
