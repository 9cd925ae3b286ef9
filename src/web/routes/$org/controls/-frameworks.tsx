import { Printer } from 'lucide-react'
import { exportRequirements, listRequirements } from '#contract/control/requirement.ts'
import { frameworkLabel } from '#domain/control/framework-label.ts'
import { FirstFramework } from '#web/control/first-control.tsx'
import { requirements, requirementsQuery } from '#web/control/queries.ts'
import { FrameworkMatrix } from '#web/control/framework-matrix.tsx'
import { requirementsAnswer, sumRequirements } from '#web/control/requirement-labels.ts'
import { ListBody } from '#web/list/list-body.tsx'
import { useListPage } from '#web/list/use-list-page.ts'
import { PageActions } from '#web/shell/page-actions.tsx'
import { anyOf } from '#web/table/filter.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { controlFilters, ControlsFrame, ControlsView, controlText } from './-frame.tsx'
import type { ControlsSearch } from './-search.ts'

const idOf = ({ framework, requirement }: { framework: string; requirement: string }) =>
  JSON.stringify([framework, requirement])

/** Requirements of frameworks with the controls that meet them, and whether those hold. */
export default function FrameworksPage(props: { org: string; search: ControlsSearch }) {
  const { org } = props
  const list = useListPage({
    search: props.search,
    queryOf: (listSearch) => requirementsQuery(org, listSearch),
    rowId: (row) => idOf(row),
    text: controlText,
    filtersOf: controlFilters,
  })
  const { search, shown, pagination, isNarrowed, narrow } = list
  const viewing = {
    view: search.view,
    onChange: (view: ControlsSearch['view']) => narrow({ view }),
  }
  const { frameworks } = list.data
  const isOfFrameworks = (shown.framework?.length ?? 0) > 0
  const keys = anyOf(
    'Framework',
    frameworks.map(({ name, requirement_count }) => ({
      value: name,
      label: `${frameworkLabel(name)} (${requirement_count})`,
    })),
    search.framework,
    (framework) => narrow({ framework }),
  )
  const counts = sumRequirements(frameworks.map((one) => one.counts))
  const said = pagination.total > 0 && counts ? requirementsAnswer(counts) : null
  return (
    <ControlsFrame
      org={org}
      heading="Frameworks"
      lead={
        said && (
          <>
            <b>{said.answer}</b>
            {said.rest && <span className="text-muted">: {said.rest}</span>}
          </>
        )
      }
      actions={
        <>
          <Button icon aria-label="Print" onClick={() => print()}>
            <Icon of={Printer} />
          </Button>
          <PageActions
            views="controls"
            call={{ endpoint: listRequirements, params: { org }, query: () => requirements(shown) }}
            exports={exportRequirements}
          />
        </>
      }
    >
      <ListBody
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
        tools={<ControlsView {...viewing} />}
      >
        <FrameworkMatrix org={org} rows={list.rows} frameworks={frameworks} />
      </ListBody>
    </ControlsFrame>
  )
}
