import { listRequirements } from '#contract/control/requirement.ts'
import { exportControls } from '#contract/export/export.ts'
import { useListQuery } from '#web/api/list-query.ts'
import { FirstFramework } from '#web/control/first-control.tsx'
import { requirements, requirementsQuery } from '#web/control/queries.ts'
import { requirementColumns } from '#web/control/requirement-columns.tsx'
import { PageActions } from '#web/shell/page-actions.tsx'
import { DataTable } from '#web/table/data-table.tsx'
import { FilterBar } from '#web/table/filter-bar.tsx'
import { type ChoiceFilter, isSet } from '#web/table/filter.ts'
import { ListFrame } from '#web/table/filtered-list.tsx'
import { ShowNewRowsButton, useFrozenRows } from '#web/table/frozen-rows.tsx'
import { RowCount } from '#web/table/paging.tsx'
import { IgnoredNote, StaleNote } from '#web/ui/note.tsx'
import { ControlsFrame, ControlsView, filtersOf, useNarrowing } from './-frame.tsx'
import type { ControlsSearch } from './-search.ts'

/** Requirements of frameworks with the controls that meet them, and whether those hold. */
export default function FrameworksPage(props: { org: string; search: ControlsSearch }) {
  const { org, search } = props
  const { narrow, clear } = useNarrowing()
  const { shown, query, isBusy, ...list } = useListQuery(search, (asked) =>
    requirementsQuery(org, asked),
  )
  const { data, pagination, frameworks } = list.data
  const held = useFrozenRows(
    data,
    ({ framework, requirement }) => JSON.stringify([framework, requirement]),
    JSON.stringify([org, shown]),
  )
  const keys: ChoiceFilter = {
    kind: 'choice',
    label: 'Framework',
    isMultiple: true,
    options: frameworks.map(({ name, requirement_count }) => ({
      value: name,
      label: `${name} (${requirement_count})`,
    })),
    selected: search.framework ?? [],
    onChange: (framework) => narrow({ framework: framework.length > 0 ? framework : undefined }),
  }
  const { name, filters: others } = filtersOf(search, narrow)
  const filters = [keys, ...others]
  const isNarrowed = [name, ...filters].some(isSet)
  return (
    <ControlsFrame
      org={org}
      facts={
        <>
          <RowCount total={pagination.total} thing="requirement" isNarrowed={isNarrowed} />
          {pagination.total > 0 && (
            <span>
              of{' '}
              {frameworks
                .filter((one) => one.is_shown)
                .map((one) => one.name)
                .join(', ')}
            </span>
          )}
        </>
      }
      actions={
        <PageActions
          views="controls"
          call={{ endpoint: listRequirements, params: { org }, query: () => requirements(shown) }}
          exports={exportControls}
        />
      }
    >
      <IgnoredNote ignored={search.ignored} onClear={() => narrow({})} />
      <StaleNote what="Requirements" query={query} />
      <FilterBar name={name} filters={filters} onClear={clear}>
        <ShowNewRowsButton waiting={held.waiting} onRelease={held.release} />
        <ControlsView view={search.view} />
      </FilterBar>
      {pagination.total === 0 && !isNarrowed ? (
        <FirstFramework org={org} />
      ) : (
        <ListFrame
          what="requirement"
          order="sorted by framework and requirement"
          rowCount={held.rows.length}
          pagination={pagination}
          filters={[{ ...name, label: 'Identifier or name' }, ...filters]}
          isBusy={isBusy}
          onClear={clear}
          onSize={(per_page) => narrow({ per_page })}
        >
          <DataTable
            caption="Requirements"
            columns={requirementColumns(org)}
            rows={held.rows}
            rowId={({ framework, requirement }) => JSON.stringify([framework, requirement])}
          />
        </ListFrame>
      )}
    </ControlsFrame>
  )
}
