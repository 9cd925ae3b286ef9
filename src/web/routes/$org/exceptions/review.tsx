import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, createFileRoute } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { useRefusal } from '#web/api/permission.ts'
import { readSearch } from '#web/api/search-params.ts'
import { DecisionForm } from '#web/exception/review/decision-form.tsx'
import { ExceptionCard } from '#web/exception/review/exception-card.tsx'
import { type Review, exceptionKey, reviewQuery } from '#web/exception/review/queries.ts'
import { ReviewList } from '#web/exception/review/review-list.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Frame } from '#web/ui/card.tsx'
import { isFocusLost } from '#web/ui/hand-on-focus.ts'
import { IgnoredNote, StaleNote } from '#web/ui/note.tsx'
import { Page } from '#web/ui/page.tsx'
import { PendingRecordPage } from '#web/ui/skeleton.tsx'
import { DayStamp } from '#web/ui/time.tsx'

const search = z.object({ exception: z.optional(z.string()) })

export const Route = createFileRoute('/$org/exceptions/review')({
  validateSearch: (raw: Record<string, unknown>) => readSearch(search, raw),
  loader: ({ context: { queryClient }, params: { org } }) =>
    queryClient.ensureQueryData(reviewQuery(org)),
  pendingComponent: () => <PendingRecordPage title={['Review']} rows={[8]} />,
  component: ReviewPage,
  staticData: { crumb: 'Review' },
})

function ReviewPage() {
  const { org } = Route.useParams()
  const { exception: asked, ignored } = Route.useSearch()
  const navigate = Route.useNavigate()
  const query = useSuspenseQuery(reviewQuery(org))
  const refusal = useRefusal('member')
  const { open, quarter } = query.data
  const named = open.find((one) => exceptionKey(one) === asked)
  const current = named ?? open.find((one) => one.review_refusal === null) ?? open[0]
  const key = current && exceptionKey(current)
  const part = useRef<HTMLDivElement>(null)
  const shown = useRef(key)
  // Its form went with the exception that was decided, or left for later.
  useEffect(() => {
    if (shown.current === key) return
    shown.current = key
    if (isFocusLost()) headingOf(part.current)?.focus()
  }, [key])
  const next = () => {
    const from = current ? open.indexOf(current) : -1
    const others = [...open.slice(from + 1), ...open.slice(0, Math.max(0, from))]
    const following = others.find((one) => one.review_refusal === null) ?? others[0]
    void navigate({
      to: '.',
      search: { exception: following && exceptionKey(following) },
      resetScroll: false,
    })
  }
  return (
    <Page
      title={[`Review of ${quarter.name}`, 'Exceptions', org]}
      heading={`Review of ${quarter.name}`}
      facts={<ReviewProgress review={query.data} />}
      actions={
        <Link
          to="/$org/exceptions"
          params={{ org }}
          activeOptions={{ exact: true }}
          className={buttonClass()}
        >
          Pause review
        </Link>
      }
    >
      <IgnoredNote ignored={ignored} onClear={() => void navigate({ to: '.', search: {} })} />
      <StaleNote what="The review" query={query} />
      {asked !== undefined && !named && (
        <p role="status" className="mb-4 text-table">
          The exception that the address names is decided, or not in force any more.
        </p>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 dock:grid-cols-[minmax(0,1fr)_22rem]">
        {current ? (
          <div key={key} ref={part} className="min-w-0">
            <ExceptionCard org={org} exception={current} />
            <DecisionForm
              org={org}
              exception={current}
              refusal={refusal ?? current.review_refusal}
              onDone={next}
              onLater={next}
            />
          </div>
        ) : (
          <Frame>
            <p className="px-4 py-6 text-body">
              Nothing is left to review: every exception in force is decided for {quarter.name}.
            </p>
          </Frame>
        )}
        <ReviewList review={query.data} current={key} />
      </div>
    </Page>
  )
}

/** The heading of a part of the page, else of the page. */
const headingOf = (part: HTMLElement | null) =>
  part?.querySelector<HTMLElement>('h2') ?? document.querySelector<HTMLElement>('main h1')

/** Segments that are drawn: of more exceptions each stands for several. */
const maxSegments = 40

/** How far the review is: one segment for each exception, decided ones filled. */
function ReviewProgress({ review }: { review: Review }) {
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
