import { clsx } from 'clsx'
import { Ellipsis } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { Icon } from './icon.tsx'
import { useIsPhone } from './use-media-query.ts'

/**
 * The facts below a heading, on one line however narrow the page becomes: what does not fit is shown
 * when asked for. On phones and on paper all are there.
 */
export function FactsLine(props: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const isPhone = useIsPhone()
  const [hasMore, setMore] = useState(false)
  const isLine = !isOpen && !isPhone
  const attach = useCallback((box: HTMLDivElement) => {
    const look = () => setMore(box.scrollHeight > box.clientHeight + 1)
    look()
    const observer = new ResizeObserver(look)
    for (const one of [box, ...box.children]) observer.observe(one)
    return () => observer.disconnect()
  }, [])
  return (
    <div className="mt-1 flex items-start gap-2 text-table text-muted">
      <div
        ref={attach}
        // Shows the fact that keys have reached; below a press it would move.
        onFocus={({ currentTarget: box, target }) => {
          if (box.scrollTop === 0 || !target.matches(':focus-visible')) return
          box.scrollTop = 0
          setOpen(true)
        }}
        data-facts={isLine ? 'line' : ''}
        className={clsx(
          'flex min-w-0 flex-wrap gap-x-4 max-md:gap-x-3',
          isLine && 'max-h-6 items-start overflow-hidden',
        )}
      >
        {props.children}
      </div>
      {!isPhone && (hasMore || isOpen) && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label="All facts"
          title={isOpen ? 'Fewer facts' : 'All facts'}
          className="grid size-6 shrink-0 place-items-center rounded-base hover:bg-hover hover:text-text print:hidden"
          onClick={() => setOpen(!isOpen)}
        >
          <Icon of={Ellipsis} small />
        </button>
      )}
    </div>
  )
}
