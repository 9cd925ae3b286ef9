import { PendingCard } from '#web/ui/skeleton.tsx'

/** As tall as the sentences and the chart will be: the rows below may not move away from a pointer. */
export const histogramHeight = 'min-h-[18.625rem]'

/** Stands for what happened in a window until it is there. */
export const PendingHistogram = () => (
  <PendingCard shape="chart" className={`mb-4 ${histogramHeight}`} />
)
