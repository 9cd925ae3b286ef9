import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { useRefusal } from '#web/api/permission.ts'
import { readSearch } from '#web/api/search-params.ts'
import { DecisionForm } from '#web/exception/review/decision-form.tsx'
import { ExceptionCard } from '#web/exception/review/exception-card.tsx'
import { ReviewProgress } from '#web/exception/review/progress.tsx'
import { exceptionKey, reviewQuery } from '#web/exception/review/queries.ts'
import { ReviewList } from '#web/exception/review/review-list.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Frame } from '#web/ui/card.tsx'
import { isFocusLost } from '#web/ui/hand-on-focus.ts'
import { IgnoredNote, StaleNote } from '#web/ui/note.tsx'
import { Page } from '#web/ui/page.tsx'
import { PendingRecordPage } from '#web/ui/skeleton.tsx'

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
