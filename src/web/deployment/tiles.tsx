import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { DeploymentStatistics } from '#contract/deployment/deployment.ts'
import { counted } from '#domain/common/counted.ts'
import { percentOf } from '#domain/common/statistics.ts'
import { Tile, footLinkClass } from '#web/ui/tile.tsx'
import { durationOf } from '#web/ui/time-text.ts'

/** Of fewer values a median says nothing. */
export const fewestForMedian = 3

/** Four figures of delivery, each with what is counted: frequency, lead time, failures, restores. */
export function DeploymentTiles(props: {
  statistics: DeploymentStatistics
  /** The window, to go on a sentence. */
  windowText: string
}) {
  const { days, total, is_partial, lead_times, failures, restores } = props.statistics
  // Of more deployments than were looked at, the earlier days were not.
  const lookedAt = is_partial ? days.slice(days.findIndex(({ count }) => count > 0)) : days
  const busy = days.filter(({ count }) => count > 0).length
  const failed = failures.non_compliant + failures.older_version
  return (
    <div className="mb-4 grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line dock:grid-cols-4">
      <Tile
        label="Deployment frequency"
        figure={(total / lookedAt.length).toFixed(1)}
        of="a day on average"
      >
        {is_partial && 'The newest '}
        {counted(total, 'deployment')} {props.windowText}, on {busy} of{' '}
        {counted(lookedAt.length, 'day')}
      </Tile>
      <LeadTimeTile leadTimes={lead_times} />
      <Tile
        label="Change fail rate"
        figure={
          <FailedOnly count={failed}>
            {failed === 0 ? '0 %' : `${percentOf(failed, total)} %`}
          </FailedOnly>
        }
        of={is_partial ? `${failed} of the newest ${total}` : `${failed} of ${total}`}
      >
        {failed === 0 ? (
          'None turned it non-compliant or was replaced by an older version'
        ) : (
          <>
            <span>{failures.non_compliant} turned it non-compliant</span>
            <span>{failures.older_version} replaced by an older version</span>
          </>
        )}
      </Tile>
      <RestoreTile restores={restores} failed={failed} />
    </div>
  )
}

/** Lengths of time, which break between their parts. */
const Lengths = (props: { of: readonly number[] }) => (
  <span className="whitespace-normal">{props.of.map(durationOf).join(', ')}</span>
)

function FailedOnly(props: { count: number; children: ReactNode }) {
  if (props.count === 0) return props.children
  return (
    <Link
      to="."
      search={(rest: object) => ({ ...rest, failed: true, page: undefined })}
      className={footLinkClass.replace('text-muted', 'text-text')}
      title="List the failed deployments"
    >
      {props.children}
    </Link>
  )
}

function LeadTimeTile(props: { leadTimes: DeploymentStatistics['lead_times'] }) {
  const { count, unknown, median, p90 } = props.leadTimes
  const isKnown = median !== null && p90 !== null && count >= fewestForMedian
  return (
    <Tile
      label="Lead time for changes"
      figure={isKnown ? <Lengths of={[median]} /> : '–'}
      of={isKnown ? 'median' : `${count} known, too few for a median`}
    >
      {isKnown && <span>9 of 10 within {durationOf(p90)}</span>}
      <span>
        {unknown === 0
          ? `from commit to start, known of all ${count}`
          : `from commit to start, known of ${count} of ${count + unknown}`}
      </span>
    </Tile>
  )
}

function RestoreTile(props: { restores: DeploymentStatistics['restores']; failed: number }) {
  const { restores, failed } = props
  const { count, by_exception: excepted, shortest, median, longest } = restores
  if (shortest === null || median === null || longest === null) {
    return (
      <Tile
        label="Time to restore"
        figure="–"
        of={failed === 0 ? 'nothing failed' : 'none restored'}
      >
        {excepted > 0 && exceptedText(excepted)}
      </Tile>
    )
  }
  const each = count === 1 ? [longest] : [shortest, longest]
  const isMany = count >= fewestForMedian
  return (
    <Tile
      label="Time to restore"
      figure={<Lengths of={isMany ? [median] : each} />}
      of={`${isMany ? 'median, ' : ''}${count} of ${failed} restored`}
    >
      <span>
        {isMany ? `From ${durationOf(shortest)} to ${durationOf(longest)}` : 'Too few for a median'}
      </span>
      <span>{excepted > 0 ? exceptedText(excepted) : 'none ended by an exception'}</span>
    </Tile>
  )
}

const exceptedText = (count: number) => `${count} ended by an exception, which restores nothing`
