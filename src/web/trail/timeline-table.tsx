import { Link } from '@tanstack/react-router'
import { isoOf, spokenOf } from '../ui/time-text.ts'
import { VerdictWord } from '../ui/verdict-word.tsx'
import type { Lane, Moment } from './timeline.ts'

/** The timeline as a table: every moment in its order, then what is missing. */
export function TimelineTable(props: { lanes: readonly Lane[] }) {
  const moments = props.lanes
    .flatMap((lane) => lane.moments.map((moment) => ({ lane: lane.name, moment })))
    .sort((a, b) => a.moment.at - b.moment.at || Number(a.moment.key) - Number(b.moment.key))
  const missing = props.lanes.flatMap((lane) =>
    lane.missing.map((name) => ({ lane: lane.name, name })),
  )
  return (
    <table className="data-table cards border-t border-line" role="table">
      <caption className="sr-only">What happened, oldest first, then what is missing</caption>
      <colgroup>
        <col style={{ width: 124 }} />
        <col style={{ width: 152 }} />
        <col />
        <col style={{ width: 140 }} />
      </colgroup>
      <thead role="rowgroup">
        <tr role="row">
          {['UTC', 'Lane', 'What', 'Verdict'].map((heading) => (
            <th key={heading} scope="col" role="columnheader">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {moments.map(({ lane, moment }) => (
          <tr key={moment.key} role="row">
            <td role="cell">
              <time dateTime={isoOf(moment.at)} title={spokenOf(moment.at)}>
                {isoOf(moment.at).slice(11, 23)}
              </time>
            </td>
            <td role="cell" className="text-muted">
              {lane}
            </td>
            <td role="cell" className="max-md:-order-1 max-md:w-full max-md:text-body">
              <What moment={moment} />
            </td>
            <td role="cell">{moment.verdict ? <VerdictWord verdict={moment.verdict} /> : null}</td>
          </tr>
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
              <VerdictWord verdict="missing" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
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
