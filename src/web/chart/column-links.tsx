import { Link } from '@tanstack/react-router'
import { memo, useContext } from 'react'
import { type ChartRow, type PlotProps, rowText } from './axis-data.ts'
import { ActiveColumnContext } from './use-active-column.ts'
import { usePlotScales } from './plot-scales.tsx'

/**
 * Columns over their whole height, each a link named in words; one of them can be tabbed to. Under
 * the pointer it leads to the part that is pointed at.
 */
export function ColumnLinks(props: PlotProps) {
  const { rows } = props
  const active = useContext(ActiveColumnContext)
  const scales = usePlotScales()
  if (!scales) return null
  const stop = active?.by === 'keys' ? active.index : rows.length - 1
  return rows.map((row, index) => {
    const { left, width } = scales.boundsOf(index)
    return (
      <Column
        key={row.key}
        row={row}
        index={index}
        label={rowText(row, props)}
        x={left}
        width={width}
        top={scales.top}
        height={scales.bottom - scales.top}
        isStop={index === stop}
        field={active?.index === index ? active.field : undefined}
        linkOf={props.linkOf}
      />
    )
  })
}

const Column = memo(function Column(props: {
  row: ChartRow
  index: number
  label: string
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
    'aria-label': props.label,
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
