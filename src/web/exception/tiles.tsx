import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type ExceptionKind, exceptionKinds } from '#contract/exception/exception.ts'
import { counted } from '#domain/common/counted.ts'
import { inForceStates } from '#domain/override/override-states.ts'
import { Tile, emptyTile, figureLinkClass, footClass, footLinkClass } from '#web/ui/tile.tsx'
import { type ExceptionSearch, exceptionSummaryQuery } from './queries.ts'

const nouns: Record<ExceptionKind, [one: string, many?: string]> = {
  override: ['override'],
  allow_list: ['entry', 'entries'],
  policy: ['in policies', 'in policies'],
  snooze: ['snooze'],
}

/** Summary of the register: how much complies only by exceptions, and what waits. */
export function ExceptionsAnswer({ org }: { org: string }) {
  const { data } = useQuery(exceptionSummaryQuery(org))
  if (!data) return <>– of – running artifacts are compliant only by one of these.</>
  const { by_exception, stale_or_expired: old, running } = data.artifacts
  return (
    <>
      <b>{by_exception}</b> of {counted(running, 'running artifact')}{' '}
      {by_exception === 1 || running === 1 ? 'is' : 'are'} compliant only by one of these
      {old > 0 && `, ${old} of them when last seen, or on expired evidence`}.{' '}
      {data.requested > 0 && (
        <Link
          from="/$org/exceptions"
          to="."
          search={{ state: ['requested'] }}
          className="hover:underline"
        >
          {counted(data.requested, 'request')} {data.requested === 1 ? 'waits' : 'wait'} for
          approval.
        </Link>
      )}
    </>
  )
}

const inForce = [...inForceStates]

/** How much stands only by exceptions, and which of them need somebody; each figure leads to its rows. */
export function ExceptionTiles({ org }: { org: string }) {
  const query = useQuery(exceptionSummaryQuery(org))
  const { data } = query
  const frame =
    'grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line dock:grid-cols-4'
  if (!data) {
    const labels = ['Carried by exceptions now', 'In force', 'Without an end', 'Never reviewed']
    return (
      <div className={frame}>
        {labels.map((label) => (
          <div key={label}>{emptyTile(label, query)}</div>
        ))}
      </div>
    )
  }
  const { artifacts, environments, in_force } = data
  const total = exceptionKinds.reduce((sum, kind) => sum + in_force[kind], 0)
  return (
    <div className={frame}>
      <Tile
        label="Carried by exceptions now"
        figure={artifacts.by_exception}
        of={`of ${counted(artifacts.running, 'running artifact')}`}
      >
        <span className={footClass}>
          in {environments.by_exception} of {counted(environments.total, 'physical environment')}
        </span>
        {artifacts.stale_or_expired > 0 && (
          <span className={footClass}>
            {artifacts.stale_or_expired} of them stale, or on expired evidence
          </span>
        )}
      </Tile>
      <Tile
        label="In force"
        figure={<Figure search={{ state: inForce }}>{total}</Figure>}
        of={total === 1 ? 'exception' : 'exceptions'}
      >
        {exceptionKinds.map((kind) => (
          <Foot key={kind} search={{ kind: [kind], state: inForce }}>
            {counted(in_force[kind], ...nouns[kind])}
          </Foot>
        ))}
      </Tile>
      <Tile
        label="Without an end"
        figure={
          <Figure
            search={{
              kind: ['override', 'allow_list'],
              has_end: false,
              state: inForce,
            }}
          >
            {data.without_end}
          </Figure>
        }
        of={`of ${in_force.override + in_force.allow_list} that can have one`}
      >
        <Foot search={{ state: ['expiring'], sort: 'expires_at' }}>
          {data.ending_within_week} {data.ending_within_week === 1 ? 'ends' : 'end'} within 7 days
        </Foot>
      </Tile>
      <Tile
        label="Never reviewed"
        figure={
          <Figure
            search={{
              kind: ['override', 'allow_list', 'policy'],
              reviewed: false,
              state: inForce,
            }}
          >
            {data.never_reviewed}
          </Figure>
        }
        of={`of ${in_force.override + in_force.allow_list + in_force.policy} that need it`}
      >
        <Foot search={{ state: ['requested'] }}>
          {counted(data.requested, 'request')} {data.requested === 1 ? 'waits' : 'wait'}
        </Foot>
      </Tile>
    </div>
  )
}

function Figure(props: { search: ExceptionSearch; children: ReactNode }) {
  return (
    <Link from="/$org/exceptions" to="." search={props.search} className={figureLinkClass}>
      {props.children}
    </Link>
  )
}

function Foot(props: { search: ExceptionSearch; children: ReactNode }) {
  return (
    <Link from="/$org/exceptions" to="." search={props.search} className={footLinkClass}>
      {props.children}
    </Link>
  )
}
