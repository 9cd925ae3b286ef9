import { clsx } from 'clsx'
import { type KeyboardEvent, useState } from 'react'

/** One column: how many there are of something. */
export interface CountColumn {
  /** Below it, where there is room. */
  label: string
  /** All of it in words, its number too. */
  words: string
  count: number
}

/** A stretch of columns by their places, both included. */
export interface Stretch {
  first: number
  last: number
}

/** A stretch of columns while it is chosen: where it began and where it is now. */
interface Brush {
  from: number
  to: number
}

const stretchOf = ({ from, to }: Brush): Stretch => ({
  first: Math.min(from, to),
  last: Math.max(from, to),
})

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  Home: () => 0,
  End: (_at, last) => last,
}

/**
 * Counts as columns without a verdict, from 0. One tab stop: arrows go from column to column. Where
 * they can be chosen, a drag or Shift and arrows takes several, Enter or a press takes one.
 */
export function CountColumns(props: {
  label: string
  columns: readonly CountColumn[]
  /** Columns that have their label below; the others would overlap. */
  isLabelled: (index: number) => boolean
  onChoose?: (stretch: Stretch) => void
}) {
  const { columns, onChoose } = props
  const [stop, setStop] = useState(columns.length - 1)
  const [brush, setBrush] = useState<Brush | null>(null)
  const most = Math.max(1, ...columns.map(({ count }) => count))
  const chosen = brush && stretchOf(brush)
  const choose = (one: Brush) => {
    setBrush(null)
    onChoose?.(stretchOf(one))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, index: number) => {
    if (event.key === 'Escape') setBrush(null)
    const step = steps[event.key]
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const last = columns.length - 1
    const to = Math.max(0, Math.min(step(index, last), last))
    setStop(to)
    setBrush(event.shiftKey && onChoose ? { from: brush?.from ?? index, to } : null)
    event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[data-column]')[to]?.focus()
  }
  return (
    <div className="px-4 pb-2">
      <div className="relative flex text-mini text-muted">
        <span aria-hidden="true" className="absolute top-0 left-0">
          {most}
        </span>
      </div>
      <div
        role="group"
        aria-label={props.label}
        className="flex h-28 touch-pan-y items-stretch border-b border-line-strong pt-4 select-none"
        onPointerLeave={() => setBrush(null)}
      >
        {columns.map((column, index) => {
          const isIn = chosen !== null && index >= chosen.first && index <= chosen.last
          const shared = {
            'data-column': true,
            'aria-label': column.words,
            title: column.words,
            tabIndex: index === Math.min(stop, columns.length - 1) ? 0 : -1,
            onKeyDown: (event: KeyboardEvent<HTMLElement>) => onKeyDown(event, index),
            className: clsx(
              'flex min-w-0 flex-1 flex-col justify-end hover:bg-hover focus-visible:-outline-offset-2',
              isIn && 'bg-accent-tint',
            ),
          }
          const bar = (
            <span
              className="w-[84%] max-w-10 self-center rounded-t-[2px] bg-chart"
              style={{ height: `${(100 * column.count) / most}%` }}
            />
          )
          if (!onChoose) {
            return (
              <span key={index} role="img" {...shared}>
                {bar}
              </span>
            )
          }
          return (
            <button
              key={index}
              type="button"
              {...shared}
              onPointerDown={(event) => {
                // Else a finger keeps what it pressed first.
                event.currentTarget.releasePointerCapture(event.pointerId)
                setBrush({ from: index, to: index })
              }}
              onPointerEnter={() => setBrush((one) => one && { ...one, to: index })}
              onClick={() => choose(brush ?? { from: index, to: index })}
              onPointerUp={() => {
                // A press and its release on one column are a click already.
                if (brush && brush.from !== index) choose({ ...brush, to: index })
              }}
            >
              {bar}
            </button>
          )
        })}
      </div>
      <div aria-hidden="true" className="flex text-mini text-muted">
        {columns.map((column, index) => (
          <span key={index} className="min-w-0 flex-1 text-center whitespace-nowrap">
            {props.isLabelled(index) && (
              <span className="inline-block w-0">
                <span className="inline-block -translate-x-1/2">{column.label}</span>
              </span>
            )}
          </span>
        ))}
      </div>
    </div>
  )
}

/** Labels some of many columns: about so many, beginning with the first. */
export const someLabels = (count: number, most: number) => (index: number) =>
  index % Math.max(1, Math.ceil(count / most)) === 0
