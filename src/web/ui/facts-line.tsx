import { clsx } from 'clsx'
import { Ellipsis } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { Icon } from './icon.tsx'
import { useIsPhone } from './use-media-query.ts'

/**
 * The facts below a heading, on one line however narrow the page becomes: what does not fit is shown
 * when asked for. On phones and on paper all are there, and a fact that stands alone is a sentence.
 */
export function FactsLine(props: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const isPhone = useIsPhone()
  /** Pixels between the last fact that fits and the end of the line, or null where all fit. */
  const [room, setRoom] = useState<number | null>(null)
  const [isSentence, setSentence] = useState(false)
  const isLine = !isOpen && !isPhone && !isSentence
  const attach = useCallback((box: HTMLDivElement) => {
    const look = () => {
      const { right, bottom } = box.getBoundingClientRect()
      const facts = Array.from(box.children, (fact) => fact.getBoundingClientRect())
      const last = facts.findLast((fact) => fact.top < bottom - 1)
      const hasMore = box.scrollHeight > box.clientHeight + 1
      setRoom(hasMore ? Math.max(0, right - (last ?? { right }).right) : null)
    }
    look()
    setSentence(box.children.length < 2)
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
      {!isPhone && (room !== null || isOpen) && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label="All facts"
          title={isOpen ? 'Fewer facts' : 'All facts'}
          className="grid size-6 shrink-0 place-items-center rounded-base hover:bg-hover hover:text-text print:hidden"
          // Follows the last fact without a change of the layout, which would let other facts fit.
          style={{ transform: `translateX(-${isOpen ? 0 : room}px)` }}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon of={Ellipsis} small />
        </button>
      )}
    </div>
  )
}
