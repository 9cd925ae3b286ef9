import * as z from 'zod/mini'
import { listOrNull, maybe, record, text, urlText } from '#contract/common/fields.ts'

const issue = z.object({
  issue_id: text,
  issue_url: urlText,
  issue_exists: z.boolean(),
  issue_fields: maybe(record(text, z.unknown())),
})
export type JiraIssue = z.output<typeof issue>

/** Jira issues that a change refers to. */
export const jira = {
  payload: { jira_results: listOrNull(issue) },
  data: { jira_results: z.array(issue) },
} as const
