import { useCallback, useState } from 'react'
import { useMediaQuery } from '#web/ui/use-media-query.ts'

/** Of a drawing in a card on A4 paper with our margins, in CSS pixels. */
const paperWidth = 654

/** Width of an element, followed: drawings are made in real pixels, so that text keeps its size. */
export function useElementWidth(): [
  attach: (element: HTMLElement | null) => (() => void) | undefined,
  width: number,
] {
  const [width, setWidth] = useState(0)
  const isPrinted = useMediaQuery('print')
  const attach = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    setWidth(Math.floor(element.clientWidth))
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.floor(entry.contentRect.width))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  // Nothing follows the width of paper: it is laid out only once.
  return [attach, isPrinted ? paperWidth : width]
}
