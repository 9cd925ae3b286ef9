import { useCallback, useState } from 'react'

/** Width of an element, followed: drawings are made in real pixels, so that text keeps its size. */
export function useElementWidth(): [
  attach: (element: HTMLElement | null) => (() => void) | undefined,
  width: number,
] {
  const [width, setWidth] = useState(0)
  const attach = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    setWidth(Math.floor(element.clientWidth))
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.floor(entry.contentRect.width))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [attach, width]
}
