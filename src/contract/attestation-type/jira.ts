import * as z from 'zod/mini'
import { maybe } from '../common.ts'

const issue = z.object({
  issue_id: z.string(),
  issue_url: z.string(),
  issue_exists: z.boolean(),
  issue_fields: maybe(z.record(z.string(), z.unknown())),
})
export type JiraIssue = z.output<typeof issue>

const fields = { jira_results: z.array(issue) }

/** Jira issues that a change names (wire.md 11.1). */
export const jira = { payload: fields, data: fields } as const
