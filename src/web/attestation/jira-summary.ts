import type { JiraIssue } from '#contract/attestation/types/jira.ts'
import { clipped } from './text.ts'

/** Of an issue's fields, the two that people ask for, and all that is not shown by them. */
export interface IssueFields {
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
