import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { VerdictLabel } from '#web/domain-ui/verdict.tsx'
import { SmallTable } from '#web/ui/small-table.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { durationOf, isoOf, momentOf } from '#web/ui/time-text.ts'
import type { Silence } from './timeline-scale.ts'
import { type Lane, type Moment, qualifiersOf } from './timeline.ts'

/** The timeline as a table: every moment and silence in its order, then what is missing. */
export function TimelineTable(props: { lanes: readonly Lane[]; silences: readonly Silence[] }) {
  const moments = props.lanes
    .flatMap((lane) => lane.moments.map((moment) => ({ lane: lane.name, moment })))
    .sort((a, b) => a.moment.at - b.moment.at || Number(a.moment.key) - Number(b.moment.key))
  const missing = props.lanes.flatMap((lane) =>
    lane.missing.map(({ name }) => ({ lane: lane.name, name })),
  )
  const silenceBefore = (index: number) => {
    const [at, before] = [moments[index]?.moment.at, moments[index - 1]?.moment.at]
    if (at === undefined || before === undefined) return undefined
    return props.silences.find(({ from, to }) => before <= from && at >= to)
  }
  return (
    <SmallTable
      caption="What happened, oldest first, then what is missing"
      columns={[
        { heading: 'UTC', width: '10.25rem' },
        { heading: 'Lane', width: '9.5rem' },
        { heading: 'What' },
        { heading: 'Verdict', width: '8.75rem' },
      ]}
      className="border-t border-line"
    >
      {moments.map(({ lane, moment }, index) => (
        <Fragment key={moment.key}>
          <SilenceRow silence={silenceBefore(index)} />
          <tr role="row">
            <td role="cell">
              <time dateTime={isoOf(moment.at)}>
                {momentOf(moment.at)}
                {isoOf(moment.at).slice(19, 23)}
              </time>
            </td>
            <td role="cell" className="text-muted">
              {lane}
            </td>
            <td role="cell" className="max-md:-order-1 max-md:w-full max-md:text-body">
              <What moment={moment} /> {moment.isLate && <Tag>late</Tag>}
            </td>
            <td role="cell">
              {moment.verdict && (
                <VerdictLabel verdict={moment.verdict} qualifiers={qualifiersOf(moment)} />
              )}
            </td>
          </tr>
        </Fragment>
      ))}
      {missing.map(({ lane, name }, index) => (
        <tr key={`missing/${index}`} role="row">
          <td role="cell" className="text-muted">
            –
          </td>
          <td role="cell" className="text-muted">
            {lane}
          </td>
          <td role="cell" className="max-md:-order-1 max-md:w-full max-md:text-body">
            {name}
          </td>
          <td role="cell">
            <VerdictLabel verdict="missing" />
          </td>
        </tr>
      ))}
    </SmallTable>
  )
}

function SilenceRow(props: { silence: Silence | undefined }) {
  if (!props.silence) return null
  const { from, to } = props.silence
  return (
    <tr role="row">
      <td role="cell" colSpan={4} className="bg-surface! text-meta text-muted">
        Nothing for {durationOf(to - from)}
      </td>
    </tr>
  )
}

function What(props: { moment: Moment }) {
  const { label, attestationId } = props.moment
  if (!attestationId) return label
  return (
    <Link
      to="."
      search={(search: object) => ({ ...search, attestation_id: attestationId })}
      resetScroll={false}
      className="font-medium text-text hover:underline"
    >
      {label}
    </Link>
  )
}
