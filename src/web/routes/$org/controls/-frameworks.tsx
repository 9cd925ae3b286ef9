import { listRequirements } from '#contract/control/requirement.ts'
import { useMemo } from 'react'
import { exportControls } from '#contract/control/control-page.ts'
import { FirstFramework } from '#web/control/first-control.tsx'
import { requirements, requirementsQuery } from '#web/control/queries.ts'
import { requirementColumns } from '#web/control/requirement-columns.tsx'
import { ListBody } from '#web/list/list-body.tsx'
import { useListPage } from '#web/list/use-list-page.ts'
import { PageActions } from '#web/shell/page-actions.tsx'
import { useColumnChoice } from '#web/table/column-choice.ts'
import { DataTable } from '#web/table/data-table.tsx'
import type { ChoiceFilter } from '#web/table/filter.ts'
import { RowCount } from '#web/table/paging.tsx'
import { controlFilters, ControlsFrame, ControlsView, controlText } from './-frame.tsx'
import type { ControlsSearch } from './-search.ts'

const idOf = ({ framework, requirement }: { framework: string; requirement: string }) =>
  JSON.stringify([framework, requirement])

/** Requirements of frameworks with the controls that meet them, and whether those hold. */
export default function FrameworksPage(props: { org: string; search: ControlsSearch }) {
  const { org } = props
  const list = useListPage({
    search: props.search,
    queryOf: (asked) => requirementsQuery(org, asked),
    rowId: (row) => idOf(row),
    text: controlText,
    filtersOf: controlFilters,
  })
  const { search, shown, pagination, isNarrowed, narrow } = list
  const { frameworks } = list.data
  const isOfFrameworks = (shown.framework?.length ?? 0) > 0
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
  const columns = useMemo(() => requirementColumns(org), [org])
  const choice = useColumnChoice(columns)
  return (
    <ControlsFrame
      org={org}
      facts={
        <>
          <RowCount
            total={pagination.total}
            thing="requirement"
            isNarrowed={isNarrowed || isOfFrameworks}
          />
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
      <ListBody
        columns={choice}
        list={{
          ...list,
          filters: [keys, ...list.filters],
          isNarrowed: isNarrowed || isOfFrameworks,
        }}
        title="Requirements"
        what="requirement"
        order="sorted by framework and requirement"
        textLabel="Identifier or name"
        none={<FirstFramework org={org} />}
        tools={<ControlsView view={search.view} onChange={(view) => narrow({ view })} />}
      >
        <DataTable
          caption="Requirements"
          columns={columns}
          visibility={choice.visibility}
          rows={list.rows}
          rowId={idOf}
        />
      </ListBody>
    </ControlsFrame>
  )
}
