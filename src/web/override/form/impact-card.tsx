import { useQuery } from '@tanstack/react-query'
import { previewRefusal } from '#web/api/api-error.ts'
import { verdictOf, verdicts } from '#web/domain-ui/verdict.tsx'
import { impactQuery } from '#web/override/queries.ts'
import { Frame } from '#web/ui/card.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Bone } from '#web/ui/skeleton.tsx'
import { TimeStamp } from '#web/ui/time.tsx'
import { useDebouncedValue } from '#web/ui/use-debounced-value.ts'
import type { Draft } from './draft.ts'
import { ImpactList, standstillText } from './impact-list.tsx'
import type { Target } from './target.ts'

/** Asks what a draft would flip: at once for what is chosen, a moment later for a date that is typed. */
export function useImpact(
  org: string,
  target: Target,
  of: { type: string | null; commit: string | null },
  { verdict, end, date }: Draft,
  isPaused: boolean,
) {
  const requested = useDebouncedValue(date)
  const { type, commit } = of
  const query = useQuery({
    ...impactQuery(org, target, { type: type ?? '', commit }, { verdict, end, date: requested }),
    enabled: verdict !== null && type !== null && !isPaused,
  })
  const isCurrent = requested === date && !query.isPlaceholderData && !query.isFetching
  return { query, isSettled: isCurrent, impact: isCurrent && query.isSuccess ? query.data : null }
}
type Impact = ReturnType<typeof useImpact>

/** Impact of the override, beside its form. */
export function ImpactCard(props: {
  org: string
  target: Target
  /** Current verdict. */
  from: boolean | null
  verdict: boolean | null
  impact: Impact
}) {
  const { org, target, from, verdict } = props
  const { query } = props.impact
  const { data } = query
  return (
    <Frame isBusy={query.isFetching}>
      <section aria-label="What this changes" className="pb-1">
        <header className="flex flex-wrap items-baseline gap-x-2 px-4 py-2.5">
          <h2 className="text-body font-semibold tracking-[-0.004em]">What this changes</h2>
          {data && verdict !== null && (
            <p className="text-meta text-muted">
              live preview, <TimeStamp at={data.evaluated_at} form="time" /> UTC
            </p>
          )}
        </header>
        <div role="status">
          {verdict === null && (
            <p className="px-4 pb-3 text-table text-muted">
              Choose what it counts as to see here what would flip. Nothing is saved yet.
            </p>
          )}
          {verdict !== null && query.isError && (
            <LoadFailed
              what="What this changes"
              reason={previewRefusal(query.error)}
              frame="card"
              onRetry={query.refetch}
            />
          )}
          {verdict !== null && !data && !query.isError && (
            <p className="px-4 pb-3">
              <span className="sr-only">Working out what changes</span>
              <Bone width={240} />
            </p>
          )}
          {verdict !== null && data && !query.isError && (
            <>
              {data.standstill && (
                <p className="px-4 pb-3 text-table">
                  {standstillText(
                    data.standstill,
                    verdicts[verdictOf(verdict)].label.toLowerCase(),
                  )}
                </p>
              )}
              <ImpactList
                org={org}
                flow={target.flow}
                effect={data}
                own={{ name: target.name, from, to: verdict }}
              />
              <p className="border-t border-line px-4 py-2 text-meta text-muted">
                Stored with the override. Other artifacts are not touched.
              </p>
            </>
          )}
        </div>
      </section>
    </Frame>
  )
}
