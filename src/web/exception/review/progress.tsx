import { clsx } from 'clsx'
import { DayStamp } from '#web/ui/time.tsx'
import type { Review } from './queries.ts'

/** Segments that are drawn: of more exceptions each stands for several. */
const maxSegments = 40

/** How far the review is: one segment for each exception, decided ones filled. */
export function ReviewProgress({ review }: { review: Review }) {
  const decided = review.decided.length
  const total = decided + review.open_count
  const segments = Math.min(total, maxSegments)
  const filled = total === 0 ? 0 : Math.floor((decided / total) * segments)
  return (
    <>
      <span className="flex h-2 w-40 gap-0.5 self-center" aria-hidden="true">
        {Array.from({ length: segments }, (_, index) => (
          <i
            key={index}
            className={clsx(
              'flex-1 rounded-tag',
              index < filled ? 'bg-chart' : 'bg-hover',
              index === filled && 'inset-ring-2 inset-ring-accent',
            )}
          />
        ))}
      </span>
      <span>
        {decided} of {total} decided, due <DayStamp at={review.quarter.to - 1} />
      </span>
    </>
  )
}
