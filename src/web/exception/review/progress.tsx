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
      {total > 0 && (
        <span>
          <span className="flex h-2 w-40 gap-0.5" aria-hidden="true">
            {Array.from({ length: segments }, (_, index) => (
              <span
                key={index}
                className={clsx(
                  'h-2 flex-1 rounded-tag',
                  index < filled ? 'bg-chart' : 'bg-line',
                  index === filled && 'inset-ring inset-ring-accent',
                )}
              />
            ))}
          </span>
        </span>
      )}
      <span>
        {decided} of {total} decided, due <DayStamp at={review.quarter.to - 1} />
      </span>
    </>
  )
}
