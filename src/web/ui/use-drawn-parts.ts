import { startTransition, useEffect, useState } from 'react'
import { isFirstPage } from './skeleton.tsx'

/**
 * How many parts of a page are drawn: of the first page that a browser shows one more after each
 * paint, so that what is seen first waits for none below it. Later pages are drawn whole, since they
 * may be scrolled to where the reader left them.
 */
export function useDrawnParts(count: number): number {
  const [drawn, setDrawn] = useState(() => (isFirstPage() ? 0 : count))
  useEffect(() => {
    if (drawn < count) startTransition(() => setDrawn(drawn + 1))
  }, [drawn, count])
  return drawn
}
