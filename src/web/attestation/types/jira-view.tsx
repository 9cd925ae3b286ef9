import type { Attestation } from '#contract/attestation/attestation.ts'
import type { JiraIssue } from '#contract/attestation/types/jira.ts'
import { counted } from '#domain/common/counted.ts'
import { clipped, rowLimit } from '#web/attestation/text.ts'
import { VerdictLabel } from '#web/domain-ui/verdict.tsx'
import { Frame } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { JsonTree } from '#web/ui/json-tree.tsx'
import { SafeLink } from '#web/ui/safe-link.tsx'
import { Emphasis, MoreInRaw, Remark, ViewHeading } from './view-parts.tsx'

/** Issues that a change names, and whether they exist. */
export function JiraView(props: {
  attestation: Extract<Attestation, { attestation_type: 'jira' }>
}) {
  const issues = props.attestation.jira_results
  if (issues.length === 0) {
    return <Remark>The report names no issue; without one it counts as non-compliant.</Remark>
  }
  const absent = issues.filter((issue) => !issue.issue_exists).length
  return (
    <div>
      <ViewHeading>
        Jira, {counted(issues.length, 'issue')}
        {absent > 0 && (
          <>
            , <Emphasis>{absent} not found</Emphasis>
          </>
        )}
      </ViewHeading>
      <Frame>
        <ul className="divide-y divide-line">
          {absentFirst(issues)
            .slice(0, rowLimit)
            .map((issue, index) => (
              <Issue key={index} issue={issue} />
            ))}
        </ul>
      </Frame>
      <MoreInRaw hidden={issues.length - rowLimit} />
    </div>
  )
}

function Issue(props: { issue: JiraIssue }) {
  const { issue } = props
  const { summary, status, rest } = fieldsOf(issue)
  const others = Object.keys(rest).length
  return (
    <li className="px-4 py-2 text-table">
      <div className="flex flex-wrap items-center gap-x-3">
        <span className="min-w-0 flex-1 font-medium wrap-anywhere">
          <SafeLink href={issue.issue_url}>{clipped(issue.issue_id, 120)}</SafeLink>
        </span>
        {status && <span className="min-w-0 wrap-anywhere text-muted">{status}</span>}
        <VerdictLabel
          verdict={issue.issue_exists ? 'compliant' : 'non-compliant'}
          label={issue.issue_exists ? 'exists' : 'not found'}
        />
      </div>
      {summary && <p className="wrap-anywhere">{summary}</p>}
      {others > 0 && (
        <Disclosure label={counted(others, summary || status ? 'more field' : 'field')}>
          <div className="mt-1">
            <JsonTree value={rest} />
          </div>
        </Disclosure>
      )}
    </li>
  )
}

/** Of an issue's fields, the two that people ask for, and all that is not shown by them. */
interface IssueFields {
  summary: string | null
  status: string | null
  rest: Record<string, unknown>
}

/** Picks summary and status out of an issue's fields; what has another shape stays in the rest. */
export function fieldsOf({ issue_fields }: JiraIssue): IssueFields {
  const rest = { ...issue_fields }
  const summary = textOf(rest.summary)
  const status = textOf(rest.status) ?? nameOf(rest.status)
  if (summary !== null) delete rest.summary
  // An object says more than its name.
  if (textOf(rest.status) !== null) delete rest.status
  return { summary: summary && clipped(summary), status: status && clipped(status, 40), rest }
}

/** Issues that do not exist first: they are why the verdict is what it is. */
export function absentFirst(issues: readonly JiraIssue[]): JiraIssue[] {
  return [...issues].sort((a, b) => Number(a.issue_exists) - Number(b.issue_exists))
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function nameOf(value: unknown): string | null {
  return typeof value === 'object' && value !== null && 'name' in value ? textOf(value.name) : null
}
