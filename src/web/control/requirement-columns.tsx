import { Link } from '@tanstack/react-router'
import type { Requirement } from '#contract/control/requirement.ts'
import { columnsOf } from '#web/table/column-definitions.ts'
import { Tag } from '#web/ui/tag.tsx'
import { isQualified, requirementLines } from './coverage-labels.ts'
import { CoverageOutcome, OutcomeCell } from './outcome.tsx'

/** Columns of the matrix of frameworks. */
export const requirementColumns = (org: string) =>
  columnsOf<Requirement>((column) => [
    column({
      id: 'requirement',
      header: 'Requirement',
      meta: { card: 'top' },
      cell: ({ row: { original } }) => (
        <span className="flex min-w-0 items-baseline gap-2">
          <span className="truncate font-medium text-text" title={original.requirement}>
            {original.requirement}
          </span>
          <Tag>{original.framework}</Tag>
        </span>
      ),
    }),
    column({
      id: 'outcome',
      header: 'Result',
      meta: { card: 'below' },
      cell: ({ row: { original } }) => (
        <OutcomeCell
          outcome={original.outcome}
          lines={requirementLines(original)}
          isQualified={original.controls.some(({ coverage }) => isQualified(coverage))}
        />
      ),
    }),
    column({
      id: 'controls',
      header: 'Controls, and the result of each',
      meta: { shrinksTo: 400, grows: true, card: 'last' },
      cell: ({ row: { original } }) => <Controls org={org} controls={original.controls} />,
    }),
  ])

function Controls(props: { org: string; controls: Requirement['controls'] }) {
  const { org } = props
  return (
    <ul className="grid gap-y-1 py-2">
      {props.controls.map((control, index) => (
        <li
          key={control.identifier}
          className="grid grid-cols-[minmax(0,1fr)_minmax(0,240px)] gap-x-4 max-md:flex max-md:flex-wrap max-md:items-center"
        >
          <span className="flex min-w-0 gap-2 max-md:w-full">
            <Link
              to="/$org/controls/$control/{-$tab}"
              params={{ org, control: control.identifier }}
              data-row-link={index === 0 || undefined}
              className="shrink-0 text-text hover:underline max-md:py-3"
            >
              {control.identifier}
            </Link>
            <span className="truncate text-muted max-md:py-3" title={control.name}>
              {control.name}
            </span>
          </span>
          {/* That of a single control is the result of the requirement. */}
          {props.controls.length > 1 && <CoverageOutcome coverage={control.coverage} />}
        </li>
      ))}
    </ul>
  )
}
