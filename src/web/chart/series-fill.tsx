import type { ChartSeries } from './axis-data.ts'
import { Swatch, useVerdictFills } from '#web/domain-ui/verdict-fill.tsx'

/** Fills of a drawing's series, with the patterns that they need. */
export function useSeriesFills() {
  const { fills, definitions } = useVerdictFills()
  return {
    definitions,
    fillOf: (fill: ChartSeries['fill']) => (fill === 'chart' ? 'var(--chart)' : fills[fill]),
  }
}

/** The fill of a series as a square. */
export function SeriesSwatch(props: { fill: ChartSeries['fill'] }) {
  if (props.fill !== 'chart') return <Swatch verdict={props.fill} />
  return (
    <svg viewBox="0 0 12 12" aria-hidden="true" className="size-3 shrink-0">
      <rect width="12" height="12" className="fill-chart" />
    </svg>
  )
}
