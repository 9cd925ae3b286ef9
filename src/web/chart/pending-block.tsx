import { clsx } from 'clsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { PendingCard } from '#web/ui/skeleton.tsx'

/** The room of a drawing whose figures are not there yet, or could not be had. */
export function PendingBlock(props: {
  query: { isError: boolean; refetch: () => Promise<unknown> }
  /** Such as "The days". */
  what: string
  /** As tall as the drawing will be, unless a room around it is: nothing below may shift. */
  className?: string
}) {
  const { query, what, className } = props
  if (!query.isError) return <PendingCard shape="chart" {...(className && { className })} />
  return (
    <div className={clsx('rounded-card border border-line', className)}>
      <div className="px-4 py-2">
        <LoadFailed what={what} frame="none" onRetry={query.refetch} />
      </div>
    </div>
  )
}
