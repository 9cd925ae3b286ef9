import type { ResponseOf } from '#contract/common/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { Card } from '../ui/card.tsx'
import { TimeStamp } from '../ui/time.tsx'

type HistoryEvent = ResponseOf<Endpoints['getOverride']>['history'][number]

const words: Record<HistoryEvent['kind'], string> = {
  requested: 'Asked for',
  declined: 'Declined',
  approved: 'Approved',
  made: 'Made',
  expiry_set: 'End set',
  reviewed: 'Reviewed',
  expired: 'Expired: what counted before counts again',
  withdrawn: 'Withdrawn',
  restored: 'Restored: what counted before counts again',
}

/** What became of an override, newest first. */
export function HistoryCard(props: { history: readonly HistoryEvent[] }) {
  return (
    <Card title="History" remark={`${props.history.length}, newest first`}>
      <ol aria-label="History" className="text-table">
        {[...props.history].reverse().map((event, index, all) => (
          <li key={index} className="border-t border-line px-4 py-2.5">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <span className="font-medium">{words[event.kind]}</span>
              {event.expires_at !== undefined && (
                <span>
                  {event.expires_at === null ? (
                    'never ends'
                  ) : (
                    <>
                      ends <TimeStamp at={event.expires_at} form="stamp" />
                    </>
                  )}
                </span>
              )}
              <span className="ml-auto text-meta text-muted">
                {event.by}, <TimeStamp at={event.at} form="stamp" />
              </span>
            </p>
            {event.reason && !isSaidBefore(event, all[index + 1]) && (
              <p className="wrap-anywhere whitespace-pre-line">{event.reason}</p>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** What came with the one before in one act says its reason there. */
const isSaidBefore = (event: HistoryEvent, before: HistoryEvent | undefined) =>
  before !== undefined && before.at === event.at && before.reason === event.reason
