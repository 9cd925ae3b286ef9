import { Link } from '@tanstack/react-router'
import { type FocusEvent, memo } from 'react'
import { type ChartRow, type PlotProps, wordsOf } from './axis-data.ts'
import type { PlotLayout } from './plot-layout.ts'
import type { ActiveColumn } from './use-active-column.ts'

/**
 * Columns over their whole height, each a link named in words; one of them can be tabbed to. Under
 * the pointer it leads to the part that is pointed at.
 */
export function ColumnLinks(
  props: PlotProps & {
    layout: PlotLayout
    active: ActiveColumn | null
    stop: number
    onFocus: (index: number) => void
  },
) {
  const { rows, layout, active, stop } = props
  const onFocus = ({ target, currentTarget }: FocusEvent<SVGGElement>) => {
    const column = target.closest<SVGElement>('[data-column]')
    if (!column || !currentTarget.contains(column) || !column.matches(':focus-visible')) return
    props.onFocus(Number(column.dataset['column']))
  }
  return (
    <g onFocus={onFocus}>
      {rows.map((row, index) => (
        <Column
          key={row.key}
          row={row}
          index={index}
          words={wordsOf(row, props)}
          x={layout.left + index * layout.step}
          width={layout.step}
          top={layout.top}
          height={layout.bottom - layout.top}
          isStop={index === stop}
          field={active?.index === index ? active.field : undefined}
          linkOf={props.linkOf}
        />
      ))}
    </g>
  )
}

const Column = memo(function Column(props: {
  row: ChartRow
  index: number
  words: string
  x: number
  top: number
  width: number
  height: number
  isStop: boolean
  /** The part under the pointer: then the link leads to what it counts. */
  field: string | undefined
  linkOf: PlotProps['linkOf']
}) {
  const shared = {
    'data-column': props.index,
    'aria-label': props.words,
    tabIndex: props.isStop ? 0 : -1,
    className: 'group outline-none',
    children: (
      <rect
        className="fill-transparent stroke-2 group-focus-visible:stroke-accent"
        x={props.x}
        y={props.top}
        width={props.width}
        height={props.height}
        rx="3"
      />
    ),
  }
  if (!props.linkOf) return <g role="img" {...shared} />
  return <Link {...props.linkOf(props.row, props.field)} resetScroll={false} {...shared} />
})
