import type { ReactNode } from 'react'
import { PendingCard } from '#web/ui/skeleton.tsx'

/** Two charts beside each other; one below the other where there is no room. */
export function ChartPair(props: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 dock:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      {props.children}
    </div>
  )
}

/** As tall as each chart will be: the rows below may not move away from a pointer. */
export const chartHeight = 'min-h-[17.25rem]'

/** Stands for the charts of the register until they are there. */
export function PendingCharts() {
  return (
    <ChartPair>
      <PendingCard shape="chart" className={chartHeight} />
      <PendingCard shape="chart" className={chartHeight} />
    </ChartPair>
  )
}
