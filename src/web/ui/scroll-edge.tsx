import { clsx } from 'clsx'
import { type ReactNode, useCallback, useState } from 'react'

/**
 * Scrolls what is too wide; a shade at the right edge says that there is more. While all fits, the box
 * has `data-fits` as the group `scroll`, so that it may scroll with the page instead.
 */
export function ScrollEdge(props: { className?: string; children: ReactNode }) {
  const [hasMore, setMore] = useState(false)
  const [fits, setFits] = useState(false)
  const attach = useCallback((box: HTMLDivElement) => {
    const look = () => {
      setMore(box.scrollLeft + box.clientWidth < box.scrollWidth - 1)
      setFits(box.scrollWidth <= box.clientWidth)
    }
    look()
    const observer = new ResizeObserver(look)
    for (const one of [box, ...box.children]) observer.observe(one)
    box.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', look)
    }
  }, [])
  return (
    <div className="relative">
      <div
        ref={attach}
        data-fits={fits || undefined}
        className={clsx(
          'group/scroll relative overflow-auto print:overflow-visible',
          props.className,
        )}
      >
        {props.children}
      </div>
      <div
        aria-hidden="true"
        className={clsx(
          'pointer-events-none absolute inset-y-0 right-0 z-4 w-10 bg-linear-to-l from-hover to-transparent transition-opacity print:hidden',
          !hasMore && 'opacity-0',
        )}
      />
    </div>
  )
}
