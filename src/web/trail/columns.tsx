import { Link } from '@tanstack/react-router'
import type { TrailSummary } from '#contract/trail/trail.ts'
import { qualifiersOfListed } from '#domain/verdict/qualifiers.ts'
import { OfArchivedFlow } from '#web/domain-ui/archived-flow-mark.tsx'
import { timeColumn, verdictColumn } from '#web/domain-ui/columns.tsx'
import { verdictOfState } from '#web/domain-ui/verdict.tsx'
import { columnsOf } from '#web/table/column-definitions.ts'
import { emptyCell } from '#web/ui/empty.tsx'
import { CommitLine } from './commit-line.tsx'
import { type ListFilters, listFiltersOf } from './queries.ts'

/**
 * Columns of a list of trails, of a flow or of all; a trail that is opened keeps the filters of its
 * list.
 */
export const trailColumns = (org: string, filters: ListFilters, isAcrossFlows = false) =>
  columnsOf<TrailSummary>((column) => [
    verdictColumn<TrailSummary>((trail) => ({
      verdict: verdictOfState[trail.compliance_state],
      qualifiers: qualifiersOfListed(trail),
      of: 'trail',
      subject: trail.name,
      page: { org, flow: trail.flow_name, trail: trail.name },
    })),
    ...(isAcrossFlows
      ? [
          column({
            id: 'flow',
            header: 'Flow',
            meta: { card: 'below' },
            cell: ({ row: { original } }) => (
              <OfArchivedFlow row={original}>
                <FlowName org={org} flow={original.flow_name} />
              </OfArchivedFlow>
            ),
          }),
        ]
      : []),
    column({
      id: 'name',
      header: 'Trail',
      meta: { card: 'top' },
      cell: ({ row: { original: trail } }) => (
        <Link
          to="/$org/flows/$flow/trails/$trail"
          params={{ org, flow: trail.flow_name, trail: trail.name }}
          search={listFiltersOf(filters)}
          data-row-link
          title={trail.name}
          className="font-medium text-text hover:underline"
        >
          {trail.name}
        </Link>
      ),
    }),
    column({
      id: 'commit',
      header: 'Commit',
      // Names of flows and trails go before it.
      meta: { shrinksTo: 160, grows: true, card: 'below', ...(isAcrossFlows && { hideOrder: 3 }) },
      cell: ({ row: { original } }) =>
        original.git_commit_info ? (
          <CommitLine commit={original.git_commit_info} withAuthor />
        ) : (
          emptyCell
        ),
    }),
    column({
      id: 'artifacts',
      header: 'Artifacts',
      meta: { isNumber: true, hideOrder: 2, card: 'none', isExtra: isAcrossFlows },
      cell: ({ row: { original } }) => (
        <span className={original.artifact_count === 0 ? 'text-muted' : ''}>
          {original.artifact_count}
        </span>
      ),
    }),
    column({
      id: 'attestations',
      header: 'Attestations',
      meta: { isNumber: true, card: 'rest' },
      cell: ({ row: { original } }) => (
        <span className="whitespace-nowrap">
          {original.present_count}/{original.expected_count}
          <span className="md:hidden"> attestations</span>
        </span>
      ),
    }),
    timeColumn<TrailSummary>(
      { id: 'started', header: 'Started', meta: { card: 'end' } },
      ({ created_at }) => created_at,
    ),
    timeColumn<TrailSummary>(
      { id: 'last_change', header: 'Last change', meta: { hideOrder: 1, card: 'none' } },
      ({ last_modified_at }) => last_modified_at,
    ),
  ])

/** Leads to the flow's own list. */
function FlowName({ org, flow }: { org: string; flow: string }) {
  return (
    <Link
      to="/$org/flows/$flow/trails"
      params={{ org, flow }}
      title={flow}
      // On phones the whole card goes to the trail already.
      className="text-text hover:underline max-md:pointer-events-none"
    >
      {flow}
    </Link>
  )
}
