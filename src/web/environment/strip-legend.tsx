import { unvouchedTime } from '#web/domain-ui/compliant-time.ts'
import { VerdictTimeLegend } from '#web/domain-ui/verdict-time-legend.tsx'

/** How the strips of the list are read. */
export default function StripLegend() {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-meta text-muted">
      <p>
        A bar is a UTC day, its height the share of trouble in it. Compliant includes{' '}
        {unvouchedTime}.
      </p>
      <VerdictTimeLegend />
    </div>
  )
}
