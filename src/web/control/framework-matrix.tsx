import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Fragment } from 'react'
import type { ResponseOf } from '#contract/common/endpoint.ts'
import type { ControlCoverage, ControlOutcome } from '#contract/control/control-page.ts'
import type { listRequirements, Requirement } from '#contract/control/requirement.ts'
import { frameworkLabel } from '#domain/control/framework-label.ts'
import { passesBy } from '#domain/control/requirements.ts'
import { VerdictMark } from '#web/domain-ui/verdict.tsx'
import { ScrollEdge } from '#web/ui/scroll-edge.tsx'
import { isQualified, outcomes, outcomeLabel } from './coverage-labels.ts'
import { populationLines } from '#domain/control/coverage-population.ts'
import './framework-matrix.css'
import { frameworkSum, requirementLines } from './requirement-labels.ts'

type Framework = ResponseOf<typeof listRequirements>['frameworks'][number]
type Column = Pick<Requirement['controls'][number], 'identifier' | 'name'>

const { compare } = new Intl.Collator('en', { numeric: true })

/** The controls of some requirements, each once. */
const columnsOf = (rows: readonly Requirement[]): Column[] =>
  [
    ...new Map(rows.flatMap((row) => row.controls).map((one) => [one.identifier, one])).values(),
  ].sort((a, b) => compare(a.identifier, b.identifier))

/** Requirements by framework down, controls across; a list of cards on phones. */
export function FrameworkMatrix(props: {
  org: string
  rows: readonly Requirement[]
  frameworks: readonly Framework[]
}) {
  const { org, rows } = props
  const columns = columnsOf(rows)
  const groups = props.frameworks.flatMap(({ name, counts }) => {
    const own = rows.filter(({ framework }) => framework === name)
    return own.length > 0 && counts ? [{ name, counts, rows: own }] : []
  })
  return (
    <>
      <ScrollEdge>
        <table className="framework-matrix" role="table">
          <caption className="sr-only">Requirements by control</caption>
          <thead role="rowgroup">
            <tr role="row">
              <th scope="col" role="columnheader">
                Requirement
              </th>
              <th scope="col" role="columnheader">
                Result
              </th>
              {columns.map((control) => (
                <th key={control.identifier} scope="col" role="columnheader">
                  <ControlLink org={org} control={control} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {groups.map((group) => (
              <Fragment key={group.name}>
                <tr role="row" className="framework">
                  <th scope="rowgroup" role="rowheader" colSpan={columns.length + 2}>
                    <b>{frameworkLabel(group.name)}</b> <span>{frameworkSum(group.counts)}</span>
                  </th>
                </tr>
                {group.rows.map((row) => (
                  <RequirementRow key={row.requirement} org={org} row={row} columns={columns} />
                ))}
              </Fragment>
            ))}
          </tbody>
        </table>
      </ScrollEdge>
      <Legend />
    </>
  )
}

function ControlLink(props: { org: string; control: Column }) {
  const { identifier, name } = props.control
  return (
    <Link
      to="/$org/controls/$control/{-$tab}"
      params={{ org: props.org, control: identifier }}
      className="control"
    >
      <span>{identifier}</span> <span title={name}>{name}</span>
    </Link>
  )
}

function RequirementRow(props: { org: string; row: Requirement; columns: readonly Column[] }) {
  const { org, row, columns } = props
  return (
    <tr role="row">
      <th scope="row" role="rowheader" className="requirement">
        {row.requirement}
      </th>
      <td role="cell">
        <OutcomeCell
          outcome={row.outcome}
          lines={requirementLines(row)}
          isQualified={passesBy(row) !== null}
        />
      </td>
      {columns.map(({ identifier }) => {
        const own = row.controls.find((one) => one.identifier === identifier)
        if (!own) {
          return (
            <td key={identifier} role="cell" className="control-cell unmapped">
              <span className="sr-only">Not mapped</span>
            </td>
          )
        }
        return (
          <td key={identifier} role="cell" className="control-cell">
            <ControlLink org={org} control={own} />
            <CoverageOutcome coverage={own.coverage} />
          </td>
        )
      })}
    </tr>
  )
}

const meanings = [
  { verdict: 'compliant', label: 'asked of all, passed' },
  { verdict: 'compliant', isQualified: true, label: 'passed by exception' },
  { verdict: 'non-compliant', label: 'asked, failed' },
  { verdict: 'incomplete', label: 'asked of some' },
  { verdict: 'not-asked', label: 'asked of none' },
  { verdict: 'unknown', isStale: true, label: 'stale' },
] as const

function Legend() {
  return (
    <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-t border-line px-4 py-2 text-meta text-muted">
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {meanings.map(({ label, ...mark }) => (
          <li key={label} className="inline-flex items-center gap-1.5">
            <VerdictMark {...mark} size={12} silent />
            {label}
          </li>
        ))}
      </ul>
      <span>Cells count running artifacts in the scope of the control</span>
    </div>
  )
}

const colours: Partial<Record<ControlOutcome, string>> = {
  failing: 'font-medium text-non-compliant',
  partly_asked: 'text-incomplete',
}

/** Mark and label of an outcome, and what they speak of below: a result without it says nothing. */
function OutcomeCell(props: {
  outcome: ControlOutcome
  label?: string
  lines: readonly string[]
  isQualified?: boolean
}) {
  const { verdict, label, isStale } = outcomes[props.outcome]
  return (
    <span className="grid grid-cols-[.875rem_minmax(0,1fr)] items-center gap-x-1.5 py-1.5">
      <VerdictMark verdict={verdict} silent isStale={isStale} isQualified={props.isQualified} />
      <span className={clsx('whitespace-nowrap', colours[props.outcome])}>
        {props.label ?? label}
      </span>
      {props.lines.map((line) => (
        <span key={line} className="col-start-2 text-meta text-muted">
          {line}
        </span>
      ))}
    </span>
  )
}

/** Outcome of a control in its scope, and for how much of it. */
function CoverageOutcome({ coverage }: { coverage: ControlCoverage }) {
  return (
    <OutcomeCell
      outcome={coverage.outcome}
      label={outcomeLabel(coverage)}
      lines={populationLines(coverage)}
      isQualified={isQualified(coverage)}
    />
  )
}
