import { type RefCallback, useCallback, useState } from 'react'

/** How far below what is seen something counts as near, in parts of the height of the window. */
const margin = '75%'

/**
 * Whether an element has come near to what is seen, once it was: so that what costs much is drawn for
 * who may look at it. The reference is the element's.
 */
export function useNear(): [element: RefCallback<HTMLElement>, isNear: boolean] {
  const [isNear, setNear] = useState(false)
  const observe = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: `${margin} 0px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [observe, isNear]
}
