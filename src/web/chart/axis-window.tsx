import { Link, useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { isPlain } from '#domain/verdict/qualified-verdict.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { VerdictMark } from '#web/domain-ui/verdict.tsx'
import type { Ends } from '#web/ui/range-slider.tsx'
import { rem } from '#web/ui/text-scale.ts'
import { type PlotProps, sumOf } from './axis-data.ts'
import { usePlotScales } from './plot-scales.tsx'

// Few charts have a window: the others do without what sliders stand on.
const RangeSlider = lazyPart(() => import('#web/ui/range-slider.tsx'))

/** Half the width of a grip: the first and the last stand over the edges of the plot. */
const halfGrip = 12
/** Height of a grip, and milliseconds that one that keys move rests before its window is opened. */
const [gripHeight, rest] = [32, 300]

/**
 * The window that the page is about: what is beyond is pale, its edges are lines with grips. Arrows
 * move one of them, with Shift both, and Esc takes the choice back.
 */
export function ChosenWindow(
  props: Pick<PlotProps, 'window' | 'rows' | 'stretchLinkOf'> & { frame: HTMLElement | null },
) {
  const { window, rows, stretchLinkOf, frame } = props
  const router = useRouter()
  const scales = usePlotScales()
  const opened: Ends = window ? [window.first, window.last + 1] : [0, rows.length]
  const key = `${rows[0]?.key} ${opened.join()}`
  const [moved, setMoved] = useState<{ key: string; ends: Ends } | null>(null)
  const [chosen, setChosen] = useState<Ends | null>(null)
  const isByKeys = useRef(false)
  const ends = moved?.key === key ? moved.ends : opened
  const open = useEffectEvent(([begin, end]: Ends) => {
    const [first, last] = [rows[begin], rows[end - 1]]
    if (first && last && stretchLinkOf)
      void router.navigate({ ...stretchLinkOf(first, last), resetScroll: false })
  })
  useEffect(() => {
    if (!chosen) return
    const timer = setTimeout(() => open(chosen), isByKeys.current ? rest : 0)
    return () => clearTimeout(timer)
  }, [chosen])
  if (!window || !scales) return null
  const move = (next: Ends) => setMoved({ key, ends: next })
  const onKeyDown = (event: KeyboardEvent) => {
    isByKeys.current = true
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      setMoved(null)
      setChosen(null)
      void router.navigate({ ...window.reset, resetScroll: false })
    }
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!event.shiftKey || !step) return
    event.preventDefault()
    const by = step < 0 ? Math.max(step, -ends[0]) : Math.min(step, rows.length - ends[1])
    const next: Ends = [ends[0] + by, ends[1] + by]
    move(next)
    setChosen(next)
  }
  const { left, right } = scales.boundsOf(ends[0], ends[1] - 1)
  const beyond = [
    { x: scales.left, width: left - scales.left },
    { x: right, width: scales.right - right },
  ]
  return (
    <>
      <g aria-hidden="true" className="pointer-events-none">
        {beyond.map(
          ({ x, width }) =>
            width > 0 && (
              <rect
                key={x}
                data-pale
                x={x}
                y={scales.top}
                width={width}
                height={scales.bottom - scales.top - 1}
                fill="var(--bg)"
                fillOpacity="0.6"
              />
            ),
        )}
        <path
          d={`M${left} ${scales.top}V${scales.bottom}M${right} ${scales.top}V${scales.bottom}`}
          stroke="var(--accent)"
        />
      </g>
      {frame &&
        stretchLinkOf &&
        createPortal(
          <RangeSlider
            ends={ends}
            max={rows.length}
            grips={[
              { label: 'Window begins', text: rows[ends[0]]?.title ?? '' },
              { label: 'Window ends', text: rows[ends[1] - 1]?.title ?? '' },
            ]}
            onChange={move}
            onCommit={setChosen}
            onKeyDown={onKeyDown}
            onPointerDown={() => (isByKeys.current = false)}
            style={{
              left: rem(scales.left - halfGrip),
              width: rem(scales.right - scales.left + 2 * halfGrip),
              top: rem((scales.top + scales.bottom - gripHeight) / 2),
            }}
          />,
          frame,
        )}
    </>
  )
}

/** Pixels of a mark; no wider than its column where that has room for less. */
const [least, most] = [10, 14]

/** Verdicts above their columns. */
export function ColumnMarks({ marks = [], rows, series }: PlotProps) {
  const scales = usePlotScales()
  if (!scales) return null
  return marks.map(({ at, title, link, ...qualified }) => {
    const row = rows[at]
    if (!row) return null
    const { left, width } = scales.boundsOf(at)
    const size = Math.max(least, Math.min(most, width))
    const top = scales.yOf(sumOf(row, series)) - size - 3
    return (
      // By keys the column itself leads on, and the page tells of flips in words.
      <Link key={at} {...link} aria-label={title} data-column={at} tabIndex={-1}>
        <title>{title}</title>
        <svg
          x={left + (width - size) / 2}
          y={Math.max(scales.top - size, top)}
          width={size}
          height={size}
          viewBox={`0 0 ${most} ${most}`}
        >
          <circle cx="50%" cy="50%" r="50%" fill="var(--bg)" />
          <VerdictMark
            verdict={qualified.verdict}
            isStale={qualified.isStale}
            isQualified={!isPlain(qualified)}
            silent
          />
        </svg>
      </Link>
    )
  })
}
