import { clsx } from 'clsx'
import { Button } from '#web/ui/button.tsx'
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
      <p className="flex items-center justify-between gap-2 px-4 py-2 text-table">
        {what} could not be loaded.
        <Button size="small" onClick={() => void query.refetch()}>
          Retry
        </Button>
      </p>
    </div>
  )
}
