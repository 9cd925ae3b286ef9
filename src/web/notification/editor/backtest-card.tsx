import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResponseOf } from '#contract/common/endpoint.ts'
import type { backtestNotification } from '#contract/notification/draft.ts'
import { daySeconds } from '#domain/common/days.ts'
import { counted } from '#domain/common/counted.ts'
import { dayRows } from '#web/chart/day-rows.ts'
import { LazyPlot } from '#web/chart/lazy-plot.tsx'
import { backtestQuery } from '#web/notification/queries.ts'
import { Card } from '#web/ui/card.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { PickOne } from '#web/ui/pick-one.tsx'
import { TimeStamp } from '#web/ui/time.tsx'
import { useDebouncedValue } from '#web/ui/use-debounced-value.ts'
import { type EditedNotification, refusalOfDraft, watchBody } from './draft.ts'
import { type Fired, FiredEvents } from './fired-events.tsx'

type Backtest = ResponseOf<typeof backtestNotification>

const pause = 400
const windows = [7, 30, 90].map((days) => ({ value: days, label: `${days} d` }))

/** Backtest of the rule as it stands: what it would have told, and how noisily. */
export function BacktestCard(props: {
  org: string
  edited: EditedNotification
  /** The event whose message is shown. */
  picked: Fired | null
  onPick: (event: Fired | null) => void
}) {
  const { org, edited, picked, onPick } = props
  const [days, setDays] = useState(30)
  const text = useDebouncedValue(JSON.stringify(watchBody(edited)), pause)
  const watched = JSON.parse(text) as ReturnType<typeof watchBody>
  const { environments, selector, triggers } = watched
  const isRule = (environments.length > 0 || selector !== null) && triggers.length > 0
  const query = useQuery({ ...backtestQuery(org, { ...watched, days }), enabled: isRule })
  return (
    <Card
      title="Would have fired"
      actions={<PickOne label="Window" options={windows} value={days} onPick={setDays} />}
    >
      {!isRule && (
        <p className="px-4 pb-3 text-table text-muted">
          Choose environments and when it fires: this lists what the rule would have told.
        </p>
      )}
      {isRule && query.isError && (
        <LoadFailed
          what="What would have fired"
          reason={refusalOfDraft(query.error)}
          frame="card"
          onRetry={query.refetch}
        />
      )}
      {isRule && !query.isError && query.data && (
        <Result org={org} backtest={query.data} picked={picked} onPick={onPick} />
      )}
      {isRule && query.isPending && <div className="h-40" aria-busy="true" />}
    </Card>
  )
}

/** "times in 30 days, about 2 a week; 2 flaps merged". */
function noiseText({ from, to, fired_count: fired, merged_count: merged, ...rest }: Backtest) {
  const { message_count } = rest
  const days = Math.round((to - from) / daySeconds)
  const perWeek = (fired / days) * 7
  const rate =
    fired === 0
      ? ''
      : perWeek < 1
        ? ', less than once a week'
        : perWeek > 14
          ? `, about ${Math.round(perWeek / 7)} a day`
          : `, about ${Math.round(perWeek)} a week`
  return [
    `${fired === 1 ? 'time' : 'times'} in ${days} days${rate}`,
    ...(merged > 0 ? [`${counted(merged, 'flap')} merged`] : []),
    ...(message_count !== fired ? [`${counted(message_count, 'message')} to each target`] : []),
  ].join('; ')
}

function Result(props: {
  org: string
  backtest: Backtest
  picked: Fired | null
  onPick: (event: Fired | null) => void
}) {
  const { org, backtest } = props
  const { days, from, to, events, fired_count: fired, merged_count: merged } = backtest
  const more = fired + merged - events.length
  return (
    <>
      <p className="border-b border-line px-4 pb-3">
        <span className="text-tile font-semibold tabular-nums">{fired}</span>{' '}
        <span className="text-table text-muted">{noiseText(backtest)}</span>
      </p>
      {fired > 0 && (
        <div className="border-b border-line pt-3">
          <LazyPlot
            question="How often would it have fired?"
            rows={dayRows(days, to, ({ fired, merged }) => ({ fired, merged }))}
            series={[{ field: 'fired', name: 'Fired', fill: 'chart' }]}
            details={[{ field: 'merged', name: 'Merged' }]}
            unit={{ caption: 'fired a day' }}
            height={148}
          />
        </div>
      )}
      <FiredEvents
        org={org}
        events={events}
        more={more}
        picked={props.picked}
        onPick={props.onPick}
      />
      <p className="border-t border-line px-4 py-2 text-meta text-muted">
        <TimeStamp at={from} form="moment" /> to <TimeStamp at={to} form="moment" /> UTC, stored
        events
        {backtest.is_cut && '; more happened than is looked at, the oldest is left out'}
      </p>
    </>
  )
}
