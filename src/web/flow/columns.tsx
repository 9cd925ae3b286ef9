import { Link } from '@tanstack/react-router'
import type { FlowSummary } from '#contract/flow/flow.ts'
import { counted } from '#domain/common/counted.ts'
import { qualifiersOfListed } from '#domain/verdict/qualifiers.ts'
import { timeColumn } from '#web/domain-ui/columns.tsx'
import { recordColumn } from '#web/domain-ui/record-column.tsx'
import { verdictOfState, verdicts, VerdictLabel } from '#web/domain-ui/verdict.tsx'
import { columnsOf } from '#web/table/column-definitions.ts'
import { Tags } from '#web/ui/tag.tsx'
import { TrailStrip } from './trail-strip.tsx'

/** Columns of the list of flows. */
export const flowColumns = columnsOf<FlowSummary>((column) => [
  recordColumn<FlowSummary>(
    { id: 'name', header: 'Flow', sorts: true, meta: { remarkMinWidth: 178 } },
    ({ org, name, archived_at, description, visibility }) => ({
      name,
      remark: visibility === 'public' ? visibility : null,
      page: { to: '/$org/flows/$flow/trails', params: { org, flow: name } },
      archived: archived_at,
      note: description,
    }),
  ),
  column({
    id: 'verdict',
    header: 'Latest verdict',
    cell: ({ row: { original } }) => {
      const { latest_state, recent_trails } = original
      const latest = recent_trails.at(-1)
      return latest_state ? (
        <span data-verdict-cell className="flex">
          <VerdictLabel
            verdict={verdictOfState[latest_state]}
            qualifiers={latest && qualifiersOfListed(latest)}
          />
        </span>
      ) : (
        <span className="text-muted">No trail yet</span>
      )
    },
  }),
  column({
    id: 'strip',
    header: 'Last 20 trails, newest right',
    meta: { hideOrder: 3, card: 'below' },
    cell: ({ row: { original } }) => <TrailStrip org={original.org} flow={original} />,
  }),
  column({
    id: 'non_compliant',
    header: 'Non-compliant',
    meta: { isNumber: true, card: 'last' },
    cell: ({ row }) => <Count flow={row.original} state="NON-COMPLIANT" />,
  }),
  column({
    id: 'incomplete',
    header: 'Incomplete',
    meta: { isNumber: true, card: 'last' },
    cell: ({ row }) => <Count flow={row.original} state="INCOMPLETE" />,
  }),
  timeColumn<FlowSummary>(
    { id: 'latest_activity', header: 'Activity', sorts: true, meta: { hideOrder: 4, card: 'end' } },
    ({ latest_activity_at }) => latest_activity_at,
  ),
  column({
    id: 'tags',
    header: 'Tags',
    meta: { hideOrder: 2, card: 'none' },
    cell: ({ row }) => <Tags tags={row.original.tags} room={24} />,
  }),
  column({
    id: 'visibility',
    header: 'Visibility',
    meta: { hideOrder: 1, card: 'none', isExtra: true },
    cell: ({ row }) => <span className="text-muted">{row.original.visibility}</span>,
  }),
])

function Count(props: { flow: FlowSummary; state: 'NON-COMPLIANT' | 'INCOMPLETE' }) {
  const { flow, state } = props
  const count = state === 'INCOMPLETE' ? flow.incomplete_count : flow.non_compliant_count
  const label = verdicts[verdictOfState[state]].label.toLowerCase()
  return (
    <Link
      to="/$org/flows/$flow/trails"
      params={{ org: flow.org, flow: flow.name }}
      search={{ verdict: [state] }}
      aria-label={`${counted(count, `${label} trail`)} of ${flow.name}`}
      className={count === 0 ? 'zero text-muted hover:underline' : 'text-text hover:underline'}
    >
      {count} <span className="text-muted md:hidden">{label}</span>
    </Link>
  )
}
