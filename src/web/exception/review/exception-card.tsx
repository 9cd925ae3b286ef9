import { ticketOf } from '#web/domain-ui/ticket.ts'
import { exceptionNames, kindLabels, scopeOf } from '#web/domain-ui/exception.ts'
import { Card } from '#web/ui/card.tsx'
import { SafeLink } from '#web/ui/safe-link.tsx'
import { DayStamp } from '#web/ui/time.tsx'
import { RelyingNow, changeOf } from '#web/exception/relying-now.tsx'
import type { OpenException } from './queries.ts'

/** One exception as a reviewer has to see it: why, who, until when, and what relies on it. */
export function ExceptionCard(props: { org: string; exception: OpenException }) {
  const { org, exception } = props
  const { reason, created_by, created_at, expires_at, approved_by, review, kind, flow_archived } =
    exception
  const ticket = ticketOf(exception)
  return (
    <Card
      title={exceptionNames(exception).join(', ')}
      remark={`${kindLabels[kind].label}, ${scopeOf(exception)}${flow_archived ? ' · archived flow' : ''}`}
    >
      <div className="border-t border-line p-4">
        <p className="text-lead wrap-anywhere whitespace-pre-line">
          {reason || 'No reason was given.'}
        </p>
        <p className="mt-2 flex flex-wrap gap-x-1 text-meta text-muted">
          <span>
            {created_by}, <DayStamp at={created_at} />
            {!ticket && ' ·'}
          </span>
          {ticket && (
            <span>
              <SafeLink
                href={ticket.href}
                className="text-accent hover:underline max-md:-my-3 max-md:py-3"
              >
                {ticket.label}
              </SafeLink>{' '}
              ·
            </span>
          )}
          <span>{expires_at === null ? 'no end' : <Until at={expires_at} />} ·</span>
          <span>
            {approved_by === null ? 'no approval was asked for' : `approved by ${approved_by}`} ·
          </span>
          <span>
            {review ? (
              <>
                reviewed by {review.by}, <DayStamp at={review.at} />
              </>
            ) : (
              'never reviewed'
            )}
          </span>
        </p>
      </div>
      <div className="grid border-t border-line text-table md:grid-cols-2">
        <section className="px-4 py-3">
          <h3 className="mb-1.5 font-medium">Relies on it now</h3>
          <RelyingNow org={org} exception={{ ...exception, changed_then: null }} />
        </section>
        <section className="border-line px-4 py-3 max-md:border-t md:border-l">
          <h3 className="mb-1.5 font-medium">Changed when it was made</h3>
          <p className="py-1 text-muted max-md:py-0">{changeOf(exception) || 'Not recorded'}</p>
        </section>
      </div>
    </Card>
  )
}

const Until = ({ at }: { at: number }) => (
  <>
    ends <DayStamp at={at} />
  </>
)
